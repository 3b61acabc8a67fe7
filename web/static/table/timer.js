// How long this turn lasts, for who wants to see it; off until it is switched on, each device for itself.
const KEY = "timer";
const seen = new WeakMap();
/** @type {HTMLElement} */
let toggle = null;

export function timeTurns() {
  toggle = document.querySelector("[data-timer]");
  if (!toggle || !document.querySelector("[data-lasts]")) return;
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    localStorage.setItem(KEY, wanted() ? "" : "yes");
    tell();
  });
  document.addEventListener(
    "morphed",
    ({ target }) => target.querySelectorAll("[data-lasts]").forEach((where) => seen.delete(where)),
  );
  document.addEventListener("changed", tell);
  setInterval(tell, 1000);
  tell();
}

function wanted() {
  return localStorage.getItem(KEY) === "yes";
}

/**
 * What the table says is counted on from the moment it was heard: clocks need not agree.
 * @param {HTMLElement} where
 */
function lasts(where) {
  if (!seen.has(where)) seen.set(where, performance.now() - 1000 * Number(where.dataset.lasts));
  return Math.max(0, Math.floor((performance.now() - seen.get(where)) / 1000));
}

function tell() {
  toggle.setAttribute("aria-pressed", String(wanted()));
  for (const where of document.querySelectorAll("[data-lasts]")) {
    const whole = lasts(where);
    where.hidden = !wanted();
    where.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }
}
