// The table is right: a tap on a place that is not offered offers it all the same. What the rules
// think of it is said afterwards.
const REACH_PX = 16;

export function allowAnything(map) {
  if (!map) return;
  const layer = map.querySelector(".layer");
  const chooser = map.querySelector("[data-chooser]");
  layer.addEventListener("click", (event) => {
    const any = document.getElementById("any");
    if (!any || !chooser.hidden || away(layer, event, ".spot.offered")[0] <= 1.5 * REACH_PX) return;
    const [distance, spot] = away(layer, event, ".spot:not(.node)");
    if (distance > REACH_PX) return;
    const { facts } = JSON.parse(any.dataset.any);
    const kind = spot.localName === "rect" ? "space" : "slot";
    chooser.replaceChildren(...facts.filter((each) => each.at === kind).map((each) => button(each, spot.dataset.id)));
    chooser.hidden = chooser.childElementCount === 0;
    chooser.querySelector("button")?.focus();
  });
}

// The spot nearest to a tap, and how far it is.
function away(layer, event, kind) {
  let nearest = [Infinity, null];
  for (const spot of layer.querySelectorAll(kind)) {
    const box = spot.getBoundingClientRect();
    const distance = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
    if (distance < nearest[0]) nearest = [distance, spot];
  }
  return nearest;
}

function button({ at, label, fact }, place) {
  const made = document.createElement("button");
  made.name = "act";
  made.value = JSON.stringify({ fact: { ...fact, [at]: place } });
  made.textContent = label;
  return made;
}
