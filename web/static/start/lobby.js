// A page that waits for a game: it asks who has come, and goes on by itself when the game begins. What
// somebody has tapped comes first: it is not left for anything else while that is on its way.
import { morph } from "../live/morph.js";
import { isBeingLeft } from "../live/once.js";
import { within } from "../live/within.js";

const ASK_MS = 1200;

/**
 * What others have taken meanwhile is offered no more; what is chosen stays chosen, if it is free.
 * @param {HTMLSelectElement | null} here
 * @param {HTMLSelectElement | null} fresh
 */
function offerWhatIsFree(here, fresh) {
  if (!here || here === document.activeElement) return;
  const chosen = here.value;
  here.replaceChildren(...[...fresh.options].map((each) => document.importNode(each, true)));
  here.value = chosen;
  if (here.selectedIndex < 0) here.selectedIndex = 0;
}

/**
 * Takes over what has changed; whether this page is still the one that is to be shown.
 * @param {Document} page
 */
function takeOver(page) {
  /** @type {NodeListOf<HTMLElement>} */
  const fresh = page.querySelectorAll("main [data-live]");
  const [free, offered] = [page, document].map((
    each,
  ) => /** @type {HTMLSelectElement} */ (each.querySelector(".sit-down select")));
  // Without it this phone's code was taken back, or it has another one.
  if (!page.querySelector("[data-live=waiting]") || Boolean(free) !== Boolean(offered)) {
    return false;
  }
  for (const part of fresh) {
    /** @type {HTMLElement | null} */
    const here = document.querySelector(`[data-live="${part.dataset.live}"]`);
    if (here) morph(here, part.outerHTML);
  }
  offerWhatIsFree(offered, free);
  return true;
}

async function look() {
  try {
    const answer = await fetch("/?part=live", {
      headers: { Accept: "text/html" },
      signal: within().signal,
    });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!isBeingLeft() && (answer.redirected || !takeOver(page))) return location.assign("/");
    document.getElementById("gone").hidden = true;
  } catch {
    document.getElementById("gone").hidden = isBeingLeft();
  }
  setTimeout(look, ASK_MS);
}

setTimeout(look, ASK_MS);
