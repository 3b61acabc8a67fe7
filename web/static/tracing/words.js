// The few words that scripts put on the page: they stand in the template, in the visitor's language.
/** @type {HTMLTemplateElement} */
const template = document.getElementById("words");

/** @param {string} name */
export function word(name) {
  return template.content.querySelector(`[data-word="${name}"]`)?.textContent ?? "";
}
