// A page whose scripts did not all come looks right, and does nothing: it says so, and loads itself
// again when they can be had. This script is asked for first, and asks for no other one; where it is
// missing itself, the style sheet shows the same words after a while (head_and_foot.css).
const AGAIN_MS = 4000;
const RARELY_MS = 30_000;
const ANSWERED_MS = 10_000;
const MOST_LOADS = 3; // What never comes is not to cost anybody what he has written.
const LOADS = "loads-ms";
const page = document.documentElement;
/** @type {string | null} */
let missing = null;
let timer = 0;

addEventListener("DOMContentLoaded", () => {
  page.dataset.loaded = "";
  if (!missing) sessionStorage.removeItem(LOADS);
});
// A script that imports another one that is missing counts as missing.
addEventListener("error", ({ target }) => {
  if (!(target instanceof HTMLScriptElement) || missing) return;
  missing = target.src;
  page.dataset.unloaded = "";
  lookIn(AGAIN_MS);
  addEventListener("online", () => lookIn(0));
}, true);

/** @param {number} ms */
function lookIn(ms) {
  clearTimeout(timer);
  timer = setTimeout(look, ms);
}

async function look() {
  const loadsMs = JSON.parse(sessionStorage.getItem(LOADS) ?? "[]");
  if (loadsMs.length >= MOST_LOADS) return;
  if (Date.now() - (loadsMs.at(-1) ?? 0) > RARELY_MS && await isThere()) {
    sessionStorage.setItem(LOADS, JSON.stringify([...loadsMs, Date.now()]));
    // The link of its words leads past a form: to load that again would send it again.
    location.replace(document.querySelector(".unloaded a").href);
    return;
  }
  lookIn(AGAIN_MS);
}

async function isThere() {
  const given = new AbortController();
  const unanswered = setTimeout(() => given.abort(), ANSWERED_MS);
  try {
    return (await fetch(missing, { cache: "no-store", signal: given.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(unanswered);
  }
}
