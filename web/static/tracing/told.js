// What is heard and not seen: where the cross is, what is chosen, where it went.
const QUIET_MS = 200;
const told = document.getElementById("told");
/** @type {number | undefined} */
let waiting = undefined;

/**
 * Of strokes that follow each other quickly only the last is told.
 * @param {string} text
 */
export function tell(text) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    told.textContent = text;
  }, QUIET_MS);
}
