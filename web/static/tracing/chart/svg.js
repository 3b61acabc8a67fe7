// Shapes of the chart, made in one line.
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {any[]} children
 * @returns {SVGElement}
 */
export function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
