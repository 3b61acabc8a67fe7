// A stop of the tour: what is spoken of is framed and in view.
const look = document.querySelector(".tour").dataset.look;

function frame() {
  for (const old of document.querySelectorAll(".toured")) old.classList.remove("toured");
  const goal = look ? document.querySelector(look) : null;
  goal?.classList.add("toured");
  return goal;
}

frame()?.scrollIntoView({ block: "nearest" });
document.addEventListener("changed", frame);
