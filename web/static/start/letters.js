// The letters beside a code: who has typed the last one is let in, without a button to look for.
/** @type {HTMLFormElement} */
const form = document.querySelector("[data-letters]");
/** @type {HTMLInputElement} */
const field = form.querySelector("[name=letters]");
form.querySelector("[data-by-itself]").hidden = false;

// By itself a browser gives it the keyboard only when the page is drawn: quick fingers lose a letter.
field.focus();

let sent = false;
field.addEventListener("input", () => {
  if (sent || field.value.replace(/\s/g, "").length !== Number(form.dataset.letters)) return;
  sent = true;
  form.requestSubmit();
});
// Whoever comes back to this page by the browser's own button may type again.
addEventListener("pageshow", () => {
  sent = false;
});
