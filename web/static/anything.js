// The table is right: a tap on a place that is not offered offers it all the same. What the rules
// think of it is said afterwards.
import { ask } from "./map.js";

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
    const offers = facts.filter((each) => each.at === kind).map((each) => offer(each, spot.dataset.id));
    ask(chooser, offers, layer.querySelector(".spot.offered") ? "unlit" : "any");
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

function offer({ at, label, fact }, place) {
  return { act: JSON.stringify({ fact: { ...fact, [at]: place } }), label, kind: fact.company ?? "", place };
}
