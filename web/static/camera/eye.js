// What the camera sees: the live picture, how the watching is, and the answers to its questions.
import { refresh } from "../live/live.js";
import { refusal } from "../live/refused.js";
import { lost, say } from "../live/status.js";
import { LONG_MS, within } from "../live/within.js";

const BETWEEN_MS = 350;
const AGAIN_MS = 3000;

document.documentElement.classList.add("scripted");
for (const picture of document.querySelectorAll("[data-picture]")) follow(picture);

document.addEventListener("sight", (event) => {
  const told = event.detail;
  const state = document.querySelector("[data-eye]");
  if (state) {
    state.dataset.eye = told.state;
    state.querySelector("b").textContent = told.said;
    hint(state, told.hint);
  }
  if (String(told.asked) !== document.querySelector("[data-asked]")?.dataset.asked) refresh();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (
    !form.getAttribute("action")?.startsWith("/camera/") || form.enctype === "multipart/form-data"
  ) return;
  event.preventDefault();
  const button = event.submitter;
  button?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(/** @type {any} */ (new FormData(form, button))),
      signal: within().signal,
    });
    if (!answer.ok) say(refusal(await answer.text()).message);
  } catch {
    lost();
  } finally {
    button?.removeAttribute("aria-busy");
  }
  await refresh();
});

// A picture that was chosen is sent at once.
document.addEventListener("change", async (event) => {
  const form = event.target.closest("form[data-at-once]");
  if (!form || !event.target.files?.length || form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new FormData(form),
      signal: within(LONG_MS).signal,
    });
    if (answer.ok) location.reload();
    else say(refusal(await answer.text()).message);
  } catch {
    lost();
  } finally {
    form.removeAttribute("aria-busy");
    form.reset();
  }
});

/**
 * @param {HTMLElement} state
 * @param {string} text
 */
function hint(state, text) {
  let told = state.querySelector(".eye-hint");
  if (!told) {
    told = document.createElement("span");
    told.className = "eye-hint";
    state.querySelector("b").after(" ", told);
  }
  told.textContent = text;
}

/**
 * The next frame is asked for when the last one has come, while somebody can see it.
 * @param {HTMLElement} picture
 */
export function follow(picture) {
  /** @type {HTMLImageElement} */
  const frame = picture.querySelector(".frame");
  /** @type {HTMLImageElement | null} */
  const over = picture.querySelector(".over");
  let number = 0;
  const next = () => {
    if (document.hidden || !picture.isConnected || !picture.offsetParent) {
      return setTimeout(next, AGAIN_MS);
    }
    number += 1;
    frame.src = `/camera/picture.jpg?n=${number}`;
    if (over) over.src = `/camera/seen.svg?n=${number}`;
    return undefined;
  };
  frame.addEventListener("load", () => setTimeout(next, BETWEEN_MS));
  frame.addEventListener("error", () => setTimeout(next, AGAIN_MS));
  setTimeout(next, BETWEEN_MS);
}
