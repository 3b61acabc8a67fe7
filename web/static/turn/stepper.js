// A number that an offer leaves open: less and more by a tap, and what to give is said in the page's words.

export function stepNumbers() {
  document.addEventListener("click", (event) => {
    /** @type {HTMLButtonElement | null} */
    const button = /** @type {Element} */ (event.target).closest("[data-step]");
    const field = button?.closest(".ask").querySelector("input[type=number]");
    if (!(field instanceof HTMLInputElement)) return;
    field.setCustomValidity("");
    if (Number(button.dataset.step) > 0) field.stepUp();
    else field.stepDown();
  });
  document.addEventListener("invalid", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.dataset.refusal) {
      event.target.setCustomValidity(event.target.dataset.refusal);
    }
  }, true);
  document.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.dataset.refusal) {
      event.target.setCustomValidity("");
    }
  });
  document.addEventListener("morphed", (event) => {
    for (const field of event.target.querySelectorAll("input[data-refusal]")) {
      if (!field.validity.customError) continue;
      field.setCustomValidity("");
      field.checkValidity(); // What may be given is perhaps another number now.
    }
  });
}
