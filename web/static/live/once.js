// A form that was sent is on its way, and the page is being left: a second tap, or what the page would
// open by itself meanwhile, would be sent instead of it.
const MOST_MS = 10_000;
let sentAt = -Infinity;
let leftAt = -Infinity;
/** @type {HTMLElement | null} */
let busy = null;

/** Whether something else is about to take this page's place. */
export function isBeingLeft() {
  return performance.now() - Math.max(sentAt, leftAt) < MOST_MS;
}

/**
 * Leave this page by itself; asked for again meanwhile, that would begin anew each time.
 * @param {string} address
 */
export function goTo(address) {
  leftAt = performance.now();
  location.assign(address);
}

// Heard last, at the window: what a script sends by itself, without leaving, is prevented by then.
addEventListener("submit", (event) => {
  if (event.defaultPrevented || /** @type {HTMLFormElement} */ (event.target).method !== "post") {
    return;
  }
  if (performance.now() - sentAt < MOST_MS) return event.preventDefault();
  sentAt = performance.now();
  busy = event.submitter;
  // Not before the form is put together: a button's own value goes with it.
  setTimeout(() => busy?.setAttribute("aria-busy", "true"));
  setTimeout(rest, MOST_MS);
});
addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  const isHere = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (link && isHere && !event.defaultPrevented) leftAt = performance.now();
});
// Whoever comes back by the browser's own button may send again.
addEventListener("pageshow", rest);

function rest() {
  sentAt = leftAt = -Infinity;
  busy?.removeAttribute("aria-busy");
  busy = null;
}
