// Rules in place: a long press, the other button of a mouse, or the key "?" tells what a thing is and
// what it does now. Things bear their name in data-what; on the chart it is the nearest place.
import { refusal } from "../live/refused.js";
import { lost, say } from "../live/status.js";
import { within } from "../live/within.js";

const LONG_MS = 550;
const STILL_PX = 10;
const NEAR_PX = 28;
/** @type {HTMLDialogElement} */
let dialog = null;
/** @type {{x: number, y: number, at_ms: number, timer: number} | null} */
let pressed = null;
let told = false;
let asked = 0;

export function explainThings() {
  dialog = document.querySelector("[data-explaining]");
  if (!dialog) return;
  dialog.querySelector("button").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.addEventListener("contextmenu", (event) => offer(event, thingAt(event)));
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", release);
  document.addEventListener("pointermove", (event) => {
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > STILL_PX) {
      release();
    }
  });
  // What a finger lets go of after a long press was asked about, and is not meant to be done.
  document.addEventListener("click", (event) => {
    if (!told) return;
    told = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    explain(thingOf(event.target) ?? "");
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-what]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    explain(link.dataset.what);
  });
}

/** @param {InPage<PointerEvent>} event */
function press(event) {
  release();
  told = false;
  const what = event.pointerType === "touch" && event.isPrimary ? thingAt(event) : null;
  if (what === null) return;
  const timer = setTimeout(() => {
    told = true;
    explain(what);
  }, LONG_MS);
  pressed = { x: event.clientX, y: event.clientY, at_ms: event.timeStamp, timer };
}

/**
 * A page that has much to do hears late of a finger that was lifted long ago: the event's own times say
 * how long it lay there, not the clock. A short tap is no question.
 * @param {PointerEvent} event
 */
function lift(event) {
  if (told && pressed && event.timeStamp - pressed.at_ms < LONG_MS) {
    told = false;
    asked += 1;
    dialog.close();
  }
  release();
}

function release() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

/**
 * Some browsers tell of a long press themselves, sooner or later than the clock here.
 * @param {MouseEvent} event
 * @param {string | null} what
 */
function offer(event, what) {
  if (what === null) return;
  event.preventDefault();
  if (told) return;
  told = Boolean(pressed);
  release();
  explain(what);
}

/** @param {InPage<MouseEvent>} event */
function thingAt(event) {
  const layer = document.querySelector(".map .layer");
  if (!layer?.contains(event.target)) return thingOf(event.target);
  const direct = event.target.closest("[data-id]")?.dataset.id ??
    nearest(layer, event.clientX, event.clientY);
  return direct ? `place:${direct}` : null;
}

/**
 * On the chart the keyboard is at the place it points to.
 * @param {Element} target
 */
function thingOf(target) {
  const pointed = target.closest?.(".map-window")?.querySelector(".spot.pointed");
  if (pointed) return `place:${pointed.dataset.id}`;
  return target.closest?.("[data-what]")?.dataset.what ?? null;
}

/**
 * @param {Element} layer
 * @param {number} x
 * @param {number} y
 * @returns {string | null}
 */
function nearest(layer, x, y) {
  /** @type {[number, string | null]} */
  let best = [NEAR_PX, null];
  for (const spot of layer.querySelectorAll(".spot")) {
    const box = spot.getBoundingClientRect();
    const away = Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    if (away < best[0]) best = [away, spot.dataset.id];
  }
  return best[1];
}

/** @param {string} what */
async function explain(what) {
  const number = asked += 1;
  const address = what ? `/rule?of=${encodeURIComponent(what)}` : "/rule";
  let told;
  try {
    const answer = await fetch(address, {
      headers: { Accept: "text/html" },
      signal: within().signal,
    });
    const body = await answer.text();
    if (number !== asked) return;
    if (!answer.ok) return say(refusal(body).message);
    told = new DOMParser().parseFromString(body, "text/html");
  } catch {
    if (number === asked) lost();
    return;
  }
  const articles = [...told.querySelectorAll(".explained")].map((each) =>
    document.importNode(each, true)
  );
  dialog.querySelector("[data-told]").replaceChildren(...articles);
  dialog.querySelector("[data-all]").hidden = !what;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
