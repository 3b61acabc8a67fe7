// A part of the page becomes what it should be, in place: what did not change is not touched, so that
// the keyboard, what is folded open and a scrolled list stay as they were.
import { Idiomorph } from "../vendored/idiomorph/idiomorph-0.8.0.js";

// The page's own doing, of which the table's words know nothing.
const OURS = new Set(["open", "aria-busy", "aria-pressed"]);
const foldedByHand = new WeakSet();
const drawn = document.createElement("template");

document.addEventListener("click", (event) => {
  const folds = event.target.closest?.("summary")?.parentElement;
  if (folds) foldedByHand.add(folds);
});

/**
 * `part` is an element that stands in the page, `html` the same one as it should be.
 * @param {HTMLElement | SVGElement} part
 * @param {string} html
 */
export function morph(part, html) {
  const isDrawing = part instanceof SVGElement;
  drawn.innerHTML = isDrawing ? `<svg>${html}</svg>` : html;
  const content = drawn.content.firstElementChild;
  const fresh =
    /** @type {HTMLElement | SVGElement} */ (isDrawing ? content.firstElementChild : content);
  name(part);
  name(fresh);
  const putBack = inHand(part);
  Idiomorph.morph(part, fresh, { callbacks: { beforeAttributeUpdated: follows } });
  putBack();
  drawn.innerHTML = "";
}

/**
 * What a hand has put into a field stays in it while its question stands: a tap sends what was seen.
 * @param {HTMLElement | SVGElement} part
 */
function inHand(part) {
  const held = new Map(
    answers(part).filter(isChanged).map((field) => [field.id, field.value]),
  );
  return () => {
    for (const field of answers(part)) {
      if (held.has(field.id)) field.value = held.get(field.id);
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
    }
  };
}

/**
 * The fields that answer what an offer leaves open.
 * @param {HTMLElement | SVGElement} part
 * @returns {(HTMLInputElement | HTMLSelectElement)[]}
 */
function answers(part) {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = part.querySelectorAll(".asking :is(input, select)");
  return [...fields];
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
function isChanged(field) {
  return field instanceof HTMLSelectElement
    ? field.selectedIndex > 0
    : field.value !== field.defaultValue;
}

/**
 * What an element says tells whether it is the same as before: an act, an event's number, a heading.
 * @param {HTMLElement | SVGElement} part
 */
function name(part) {
  const named = new Set();
  /**
   * @param {Element} element
   * @param {string | number} what
   */
  const give = (element, what) => {
    const id = `${part.dataset.live}: ${what}`;
    if (!element.id && !named.has(id)) element.id = id;
    named.add(id);
  };
  for (const button of part.querySelectorAll("button[name]")) give(button, button.value);
  for (const field of answers(part)) {
    give(
      field,
      `${field.name} ${field.closest(".asking").querySelector("button[name=act]").value}`,
    );
  }
  for (const line of part.querySelectorAll("li[value]")) give(line, line.value);
  for (const heading of part.querySelectorAll("details > summary")) {
    give(heading.parentElement, said(heading));
  }
}

/**
 * A heading without its sums and counts.
 * @param {Element} heading
 */
function said(heading) {
  const bare = /** @type {Element} */ (heading.cloneNode(true));
  for (const sum of bare.querySelectorAll(".earns, .money")) sum.remove();
  return bare.textContent.replace(/[\d\s]+/g, " ").trim();
}

/**
 * @param {string} attribute
 * @param {Element} element
 * @param {string} change
 */
function follows(attribute, element, change) {
  if (change === "remove" && OURS.has(attribute)) return false;
  return !(attribute === "open" && foldedByHand.has(element));
}
