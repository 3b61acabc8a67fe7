// A page whose scripts did not all come looks right, and does nothing: it says so, and loads itself
// again when they can be had. This script is asked for first; where it is missing itself, the style
// sheet shows the same words after a while (page.css).
const AGAIN_MS = 4000;
const RARELY_MS = 30_000;
const LOADED = "loaded-again";
const page = document.documentElement;
/** @type {string | null} */
let missing = null;

addEventListener("DOMContentLoaded", () => {
  page.dataset.loaded = "";
});
// A script that imports another one that is missing counts as missing.
addEventListener("error", ({ target }) => {
  if (!(target instanceof HTMLScriptElement) || missing) return;
  missing = target.src;
  page.dataset.unloaded = "";
  setTimeout(look, AGAIN_MS);
  addEventListener("online", look);
}, true);

async function look() {
  const sinceMs = Date.now() - Number(sessionStorage.getItem(LOADED) ?? 0);
  if (sinceMs > RARELY_MS && await isThere()) {
    sessionStorage.setItem(LOADED, String(Date.now()));
    return location.reload();
  }
  setTimeout(look, AGAIN_MS);
}

async function isThere() {
  try {
    return (await fetch(missing, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
