// The first round explains itself, on each device until it is told not to.
const KEY = "untaught";

export function teach() {
  const toggle = document.querySelector("[data-taught]");
  if (!toggle || !document.querySelector(".lesson, .what-now")) return;
  toggle.hidden = false;
  const turn = () => {
    localStorage.setItem(KEY, localStorage.getItem(KEY) ? "" : "yes");
    show(toggle);
  };
  toggle.addEventListener("click", turn);
  document.addEventListener("click", (event) => {
    if (event.target.closest(".untaught-here")) turn();
  });
  document.addEventListener("changed", () => show(toggle));
  show(toggle);
}

/** @param {HTMLElement} toggle */
function show(toggle) {
  const untaught = Boolean(localStorage.getItem(KEY));
  document.body.classList.toggle("untaught", untaught);
  toggle.setAttribute("aria-pressed", String(!untaught));
  for (const button of document.querySelectorAll(".untaught-here")) button.hidden = false;
}
