// What a field shows: what the table has, unless something else is being said in it.

/** What each field was last given to show. @type {WeakMap<HTMLElement, string>} */
const given = new WeakMap();

/** @param {HTMLInputElement | HTMLSelectElement} field */
function isBeingUsed(field) {
  return document.activeElement === field && field.value !== (given.get(field) ?? "");
}

/**
 * @param {HTMLInputElement} field
 * @param {string | number} value
 */
export function showIn(field, value) {
  const shown = String(value);
  if (field.value === shown) given.set(field, shown);
  if (field.value === shown || isBeingUsed(field)) return;
  const marked = document.activeElement === field && field.selectionEnd > field.selectionStart;
  field.value = shown;
  given.set(field, shown);
  if (marked) field.select(); // What is typed next still goes in its place.
}

/**
 * @param {HTMLSelectElement} select
 * @param {string[][]} pairs what may be chosen, each with its name
 * @param {string} value
 */
export function offer(select, pairs, value) {
  if (isBeingUsed(select) && select.value !== value) return;
  given.set(select, value);
  const same = select.value === value && select.length === pairs.length &&
    pairs.every(([key, name], at) =>
      select.options[at].value === key && select.options[at].textContent === name
    );
  if (same) return; // A list that is open stays so.
  select.replaceChildren(
    ...pairs.map(([key, name]) => new Option(name, key, false, key === value)),
  );
}
