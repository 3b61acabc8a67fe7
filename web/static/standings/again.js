// The game once more: a slider over its events, and a button that lets them pass by themselves.
// The moment that is shown stands in the address, so that the address leads others to it.
import { refresh } from "../live/live.js";

const PACE_MS = 1100;
const again = document.querySelector("[data-again]");
/** @type {HTMLInputElement} */
const slider = again.querySelector("[type=range]");
const button = again.querySelector("[data-play]");
/** @type {number | undefined} */
let timer = null;

function moment() {
  return again.querySelector("[data-live=moment]");
}

/** @param {string | number} number */
function show(number) {
  const url = new URL(location.href);
  if (number === "") url.searchParams.delete("at");
  else url.searchParams.set("at", String(number));
  history.replaceState(null, "", url);
  return refresh();
}

function rest() {
  clearTimeout(timer);
  timer = null;
  tell();
}

async function go() {
  const { after } = moment().dataset;
  if (after === "") return rest();
  timer = setTimeout(go, PACE_MS);
  await show(after);
}

function tell() {
  button.textContent = timer === null ? button.dataset.rests : button.dataset.plays;
  button.setAttribute("aria-pressed", String(timer !== null));
}

// From the end it begins anew.
button.addEventListener("click", async () => {
  if (timer !== null) return rest();
  timer = setTimeout(go, PACE_MS);
  tell();
  await show(moment().dataset.after === "" ? 0 : moment().dataset.after);
});
slider.addEventListener("input", () => {
  rest();
  show(slider.value);
});
again.addEventListener("click", (event) => {
  const to = event.target.closest("[data-to]");
  if (!to) return;
  event.preventDefault();
  rest();
  show(to.dataset.to);
});
document.addEventListener("changed", () => {
  const { number, last } = moment().dataset;
  slider.max = last;
  if (document.activeElement !== slider || timer !== null) slider.value = number;
  slider.ariaValueText = moment().querySelector(".moment-said, b").textContent;
});
again.querySelector(".again-tools").hidden = false;
