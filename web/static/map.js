// The chart: places are lit, larger on request, and a tap offers what may be done near it.
import { send } from "./acts.js";

const REACH_PX = 24;
const MOST_OFFERS = 8;
const ZOOMS = [1, 1.6, 2.5, 4];

export function openMap(map) {
  if (!map) return;
  const layer = map.querySelector(".layer");
  const chooser = map.querySelector("[data-chooser]");
  zoomable(map);
  light(layer);
  document.addEventListener("changed", () => { light(layer); chooser.hidden = true; });
  layer.addEventListener("click", (event) => {
    const near = nearest(layer, event, offered());
    if (near.length === 1) send(JSON.parse(near[0].act));
    else offer(chooser, near);
  });
  document.addEventListener("click", (event) => lightLine(layer, event.target.closest("[data-light]")));
  document.addEventListener("focusin", (event) => point(layer, event.target.closest("[data-place]")?.dataset.place));
  document.addEventListener("pointerover", (event) => point(layer, event.target.closest("[data-place]")?.dataset.place));
}

function offered() {
  const acting = document.querySelector(".acting");
  return acting ? JSON.parse(acting.dataset.places) : {};
}

function light(layer) {
  const open = offered();
  const looked = new Set([...document.querySelectorAll(".finding[data-places]")].flatMap((each) => JSON.parse(each.dataset.places)));
  for (const spot of layer.querySelectorAll(".spot")) {
    const offers = open[spot.dataset.id];
    spot.classList.toggle("offered", Boolean(offers));
    spot.classList.toggle("earning", Boolean(offers?.some((each) => each.earns)));
    spot.classList.toggle("looked-at", looked.has(spot.dataset.id));
  }
}

// A line of the score lights its places; tapped again it lets them go.
function lightLine(layer, line) {
  if (!line) return;
  const lit = line.getAttribute("aria-pressed") !== "true";
  for (const other of document.querySelectorAll("[data-light][aria-pressed]")) other.removeAttribute("aria-pressed");
  line.setAttribute("aria-pressed", String(lit));
  const places = new Set(lit ? JSON.parse(line.dataset.light) : []);
  for (const spot of layer.querySelectorAll(".spot")) spot.classList.toggle("scored", places.has(spot.dataset.id));
}

function point(layer, place) {
  layer.querySelector(".spot.pointed")?.classList.remove("pointed");
  if (place) layer.querySelector(`.spot[data-id="${CSS.escape(place)}"]`)?.classList.add("pointed");
}

// The offers of every place within a finger's reach of the tap; of the one under it alone, if any.
function nearest(layer, event, open) {
  const direct = event.target.closest(".spot")?.dataset.id;
  if (direct && open[direct]) return open[direct];
  const reached = [];
  for (const spot of layer.querySelectorAll(".spot.offered")) {
    const box = spot.getBoundingClientRect();
    const away = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
    if (away <= REACH_PX) reached.push([away, spot.dataset.id]);
  }
  reached.sort((one, other) => one[0] - other[0]);
  return reached.flatMap(([, place]) => open[place]).slice(0, MOST_OFFERS);
}

function offer(chooser, offers) {
  chooser.replaceChildren(...offers.map(button));
  chooser.hidden = offers.length === 0;
  chooser.querySelector("button")?.focus();
}

function button(each) {
  const made = document.createElement("button");
  made.name = "act";
  made.value = each.act;
  const piece = document.createElement("span");
  piece.className = `stick kind-${each.kind}`;
  made.append(piece, ` ${each.label}`);
  if (each.earns) {
    const earns = document.createElement("span");
    earns.className = "earns";
    earns.textContent = `+${each.earns}\u202f$`;
    made.append(earns);
  }
  return made;
}

function zoomable(map) {
  const sheet = map.querySelector(".map-sheet");
  const view = map.querySelector(".map-window");
  let step = 0;
  map.querySelector(".map-tools").addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    const before = ZOOMS[step];
    step = Math.min(Math.max(step + Number(button.dataset.zoom), 0), ZOOMS.length - 1);
    const grown = ZOOMS[step] / before;
    const x = view.scrollLeft + view.clientWidth / 2;
    const y = view.scrollTop + view.clientHeight / 2;
    sheet.style.width = `${ZOOMS[step] * 100}%`;
    view.scrollTo(x * grown - view.clientWidth / 2, y * grown - view.clientHeight / 2);
  });
}
