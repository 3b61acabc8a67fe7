// A photo on its way to a score: taps are sent without leaving the page, and while a photo is being
// read the page asks how far it is. Without this script the same forms and links work by themselves.
import { refusal } from "../live/refused.js";
import { lost, say } from "../live/status.js";
import { LONG_MS, within } from "../live/within.js";

const ASK_MS = 1200;
const url = location.pathname;
const FINGER_PX = 44;
const MOST_PX = 8000;
const WRITTEN = ".who-played, .rules-form"; // The forms in which something is written or chosen.
/** @type {number | undefined} */
let asking = null;
let near = 0; // How wide the photo is drawn, in px, where it is larger than its window.

document.documentElement.classList.add("scripted");

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("[data-case]") || form.method !== "post" || form.classList.contains("forget")) {
    return;
  }
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  const multipart = form.enctype === "multipart/form-data";
  event.submitter?.setAttribute("aria-busy", "true");
  load(form.action, {
    method: "POST",
    body: multipart ? body : new URLSearchParams(/** @type {any} */ (body)),
  }, form);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-at-once]");
  if (form && event.target.files?.length) form.requestSubmit();
});

document.addEventListener("click", (event) => {
  const map = event.target.closest("[data-photo-window] svg");
  const way = event.target.closest("a.deck-way");
  if (event.target.closest(".whole-photo")) return lookAtAll();
  if (way) {
    event.preventDefault();
    const href = way.getAttribute("href");
    const far = href.endsWith("#looks") ? "#looks" : way.closest("#given") && "#questions";
    load(href).then(() => far && leadTo(far));
  } else if (map?.querySelector(".tap-place")) {
    event.preventDefault();
    tapped(map, event);
  }
});

/**
 * A finger means the place nearest to it. Where two are meant as well, the photo comes nearer first.
 * @param {SVGSVGElement} map
 * @param {MouseEvent} event
 */
function tapped(map, { clientX, clientY }) {
  const places = [...map.querySelectorAll(".tap-place")].map((link) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return { link, away: Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY) };
  }).sort((one, other) => one.away - other.away);
  const [first, second] = places;
  if (!near && second?.away < FINGER_PX) return comeNearer(map, clientX, clientY);
  if (first.away > FINGER_PX) return;
  load(first.link.getAttribute("href")).then(() => leadTo("#looks"));
}

/**
 * The card of a place may be far from where it was asked for.
 * @param {string} part
 */
function leadTo(part) {
  document.querySelector(`${part} .asking`)?.scrollIntoView({ block: "nearest" });
}

/**
 * As large as it takes for each place to be as large as a finger.
 * @param {SVGSVGElement} map
 * @param {number} clientX
 * @param {number} clientY
 */
function comeNearer(map, clientX, clientY) {
  const spots = [...map.querySelectorAll(".tap-place circle")].map((
    each,
  ) => [each.cx.baseVal.value, each.cy.baseVal.value]);
  const apart = Math.min(
    ...spots.map(([x, y], n) =>
      Math.min(...spots.slice(n + 1).map(([ox, oy]) => Math.hypot(x - ox, y - oy)))
    ),
  );
  const box = map.getBoundingClientRect();
  const at = [(clientX - box.x) / box.width, (clientY - box.y) / box.height];
  near = Math.round(Math.min((FINGER_PX * map.viewBox.baseVal.width) / apart, MOST_PX));
  enlarge();
  const view = map.closest("[data-photo-window]");
  view.scrollTo(
    at[0] * map.clientWidth - view.clientWidth / 2,
    at[1] * map.clientHeight - view.clientHeight / 2,
  );
}

function lookAtAll() {
  near = 0;
  enlarge();
}

function enlarge() {
  const map = document.querySelector("[data-photo-window] svg");
  if (map) map.style.width = near ? `${near}px` : "";
  map?.classList.toggle("near", Boolean(near));
  const whole = document.querySelector(".whole-photo");
  if (whole) whole.hidden = !near;
}

/**
 * Sends, and shows the page that comes back in place of this one.
 * @param {string} where
 * @param {RequestInit} [how]
 * @param {HTMLFormElement} [sent]
 */
async function load(where, how = {}, sent = undefined) {
  clearTimeout(asking);
  try {
    const { signal } = within(how.body instanceof FormData ? LONG_MS : undefined);
    const answer = await fetch(where, { ...how, signal, headers: { Accept: "text/html" } });
    const body = await answer.text();
    const page = new DOMParser().parseFromString(body, "text/html");
    const fresh = page.querySelector("[data-case]");
    if (fresh) show(fresh, sent, !answer.ok);
    else if (answer.status === 404) return location.reload(); // Its page says where to go on.
    else if (!answer.ok) (sent ? say : sayOnce)(refusal(body).message);
  } catch {
    if (sent) lost();
    else sayOnce(document.querySelector("#gone [data-away]").textContent);
  }
  for (const each of document.querySelectorAll('[aria-busy="true"]')) {
    each.removeAttribute("aria-busy");
  }
  // A browser tells nobody that the same file is chosen again, unless none was chosen.
  for (const file of sent?.querySelectorAll("input[type=file]") ?? []) {
    /** @type {HTMLInputElement} */ (file).value = "";
  }
  askAgain();
}

/**
 * What a person has unfolded, written, scrolled to or focused stays so. Who has sent what was
 * written is led to what came of it, and everybody to what is newly wrong.
 * @param {HTMLElement} fresh
 * @param {HTMLFormElement} sent
 * @param {boolean} refused
 */
function show(fresh, sent, refused) {
  const old = document.querySelector("[data-case]");
  const known = refused ? [] : [...old.querySelectorAll(".fault")].map((each) => each.textContent);
  for (const each of old.querySelectorAll("details[id]")) {
    /** @type {HTMLDetailsElement} */
    const same = fresh.querySelector(`#${CSS.escape(each.id)}`);
    if (same && each.open) same.open = true;
  }
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (old.querySelectorAll(WRITTEN))) {
    if (form !== sent) keepWritten(form, fresh.querySelector(`.${form.classList[0]}`));
  }
  const now = sent ? null : typing();
  const page = now ? replaceAround(now, old, fresh) : replaceAll(old, fresh);
  const fault = [...page.querySelectorAll(".fault")].find((each) =>
    !known.includes(each.textContent)
  );
  if (fault && (sent || !typing())) fault.scrollIntoView({ block: "nearest" });
  else if (sent?.matches(WRITTEN)) {
    page.querySelector("#score")?.scrollIntoView({ block: "nearest" });
  }
  const standing = [...page.querySelectorAll(".ranking tbody tr")].map((row) =>
    `${row.querySelector("th").dataset.name} ${row.lastElementChild.textContent}`
  ).join(", ");
  sayOnce((fault?.querySelector("p") ?? fault)?.textContent.trim() ?? standing);
  document.dispatchEvent(new CustomEvent("shown"));
}

/**
 * Keeps the place in the photo, the focus and the caret.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function replaceAll(old, fresh) {
  const focused = focusKey(document.activeElement);
  const writing = /** @type {any} */ (document.activeElement);
  const caret = writing?.matches("input") ? writing.selectionStart : null;
  const scrolled = old.querySelector(".photo-window");
  const [left, top] = [scrolled?.scrollLeft, scrolled?.scrollTop];
  old.replaceWith(fresh);
  enlarge();
  const view = fresh.querySelector(".photo-window");
  if (view && scrolled) view.scrollTo(left, top);
  if (focused) {
    const same = /** @type {any} */ ([
      ...fresh.querySelectorAll("button, summary, input, select"),
    ].find((each) => focusKey(each) === focused));
    same?.focus({ preventScroll: true });
    if (caret !== null) same?.setSelectionRange?.(caret, caret);
  }
  return fresh;
}

/**
 * Nothing is taken from under the fingers: a keyboard that is writing a word would lose it.
 * @param {HTMLElement} form
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function replaceAround(form, old, fresh) {
  let /** @type {HTMLElement} */ kept = form;
  let /** @type {HTMLElement} */ same = fresh.querySelector(`.${form.classList[0]}`);
  old.toggleAttribute("data-busy", fresh.hasAttribute("data-busy"));
  for (; kept !== old; kept = kept.parentElement, same = same.parentElement) {
    const about = [...same.parentElement.childNodes];
    const at = about.indexOf(same);
    for (const each of [...kept.parentElement.childNodes]) if (each !== kept) each.remove();
    kept.before(...about.slice(0, at));
    kept.after(...about.slice(at + 1));
  }
  enlarge();
  return old;
}

/**
 * What was written in a form, and not sent, is written in the same form of a fresh page.
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement | null} same
 */
function keepWritten(form, same) {
  const fields = /** @type {any[]} */ ([...form.elements]);
  const fresh = /** @type {any[]} */ ([...same?.elements ?? []]);
  for (const [at, each] of fields.entries()) {
    const other = fresh[at];
    if (other?.name !== each.name || !isWritten(each)) continue;
    if (each.matches("[type=radio], [type=checkbox]")) other.checked = each.checked;
    else other.value = each.value;
  }
}

/** @param {any} each */
function isWritten(each) {
  if (each.matches("select")) {
    return [...each.options].some((one) => one.selected !== one.defaultSelected);
  }
  if (each.matches("[type=radio], [type=checkbox]")) return each.checked !== each.defaultChecked;
  return each.matches("input:not([type=hidden])") && each.value !== each.defaultValue;
}

/** @param {any} each */
function focusKey(each) {
  if (!each || each === document.body) return null;
  const form = each.closest("form");
  return [
    form?.getAttribute("action"),
    form?.elements.place?.value,
    each.name,
    each.matches("input, select") ? [...form?.elements ?? []].indexOf(each) : each.value,
    each.closest("details")?.id,
    each.tagName,
  ].join("|");
}

function askAgain() {
  clearTimeout(asking);
  if (document.querySelector("[data-busy]")) asking = setTimeout(() => load(url), ASK_MS);
}

/**
 * The form in which somebody is writing who played.
 * @returns {HTMLElement | null}
 */
function typing() {
  const field = document.activeElement;
  return field?.matches("input, select") ? field.closest(".who-played") : null;
}

/**
 * What is asked again and again says the same again and again.
 * @param {string} text
 */
function sayOnce(text) {
  if (document.getElementById("said").textContent !== text) say(text);
}

askAgain();
