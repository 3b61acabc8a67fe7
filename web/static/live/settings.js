// The settings lie over the page: Escape closes them, and so does whoever goes on to what is beneath.
const settings = /** @type {HTMLDetailsElement} */ (document.querySelector(".wishes"));

settings.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !settings.open) return;
  event.stopPropagation();
  settings.open = false;
  settings.querySelector("summary").focus();
});
settings.addEventListener("focusout", (event) => {
  const next = /** @type {Node | null} */ (event.relatedTarget);
  if (next && !settings.contains(next)) settings.open = false;
});
