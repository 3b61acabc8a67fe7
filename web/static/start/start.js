// The form that begins a game: an answer that is the edition's own is no house rule, and what the
// table plays otherwise is marked and counted. Without this script the edition decides all the same.
const rulings = document.querySelector("[data-rulings]");
const asEdition = rulings.dataset.asEdition;
const points = [...rulings.querySelectorAll("select"), ...rulings.querySelectorAll("input")];
const inShort = document.querySelector("[data-in-short]");

function edition() {
  return document.querySelector("input[name=edition]:checked").value;
}

/**
 * The edition's answer stands first and is not offered a second time.
 * @param {HTMLSelectElement | HTMLInputElement} point
 */
function follow(point) {
  const preset = point.dataset[edition()];
  if (point.value === preset) point.value = "";
  if (point instanceof HTMLInputElement) {
    point.placeholder = preset;
    return;
  }
  for (const option of point.options) {
    option.hidden = option.disabled = option.value === preset;
    if (option.value === preset) {
      point.options[0].textContent = asEdition.replace("{}", option.textContent);
    }
  }
}

function mark() {
  for (const point of points) {
    point.closest(".ruling").classList.toggle("other", point.value !== "");
  }
  for (const count of rulings.querySelectorAll("[data-count]")) {
    const other = count.closest("details").querySelectorAll(".ruling.other").length;
    count.textContent = other ? String(other) : "";
  }
}

function show() {
  points.forEach(follow);
  mark();
  const others = rulings.querySelector("[data-count]").textContent;
  inShort.textContent =
    document.querySelector("input[name=edition]:checked").parentElement.textContent.trim() +
    (others && ` + ${others}`);
}

document.addEventListener("change", show);
show();
