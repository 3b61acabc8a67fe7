// The page's last line: what was just said, that the table can't be heard, and a tap that waits.
const FRESH_MS = 6000;
const QUIET_MS = 1500;
/** What of the table is missing: its news, its answers. */
const missing = new Set();
let away = false;
let waiting = "";
let sayTimer = 0;
let aloneTimer = 0;

/** @param {string} text */
export function say(text) {
  const said = document.getElementById("said");
  said.textContent = text;
  said.classList.add("fresh");
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => said.classList.remove("fresh"), FRESH_MS);
}

/**
 * Whether the table's news or its answers don't come; a short gap is not worth a word.
 * @param {"news" | "answers"} what
 * @param {boolean} isSo
 */
export function alone(what, isSo) {
  if (isSo) missing.add(what);
  else missing.delete(what);
  if (!missing.size) forgetLost();
  if (away === missing.size > 0) return;
  away = missing.size > 0;
  document.body.classList.toggle("alone", away);
  clearTimeout(aloneTimer);
  if (away) aloneTimer = setTimeout(show, QUIET_MS);
  else show();
}

/**
 * A tap that found no way to the table: what it was, until it is sent; nothing where none waits.
 * @param {string} label
 */
export function keep(label) {
  waiting = label;
  show();
}

// What can't be kept is said to be lost, until the table is back for a while.
export function lost() {
  say(document.getElementById("gone").dataset.lost);
}

function forgetLost() {
  const said = document.getElementById("said");
  const { lost } = document.getElementById("gone").dataset;
  const isLost = () => said.textContent === lost;
  if (!isLost()) return;
  setTimeout(() => {
    if (isLost() && !missing.size) said.textContent = "";
  }, FRESH_MS);
}

function show() {
  const gone = document.getElementById("gone");
  gone.hidden = !away && !waiting;
  gone.querySelector("[data-away]").hidden = Boolean(waiting);
  const kept = gone.querySelector("[data-kept]");
  kept.hidden = !waiting;
  kept.querySelector("b").textContent = waiting;
  gone.querySelector("[data-forget]").hidden = !waiting;
}
