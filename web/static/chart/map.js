// The chart: places are lit, larger on request, and a tap offers what may be done near it.
import { send } from "../live/acts.js";
import { walkChart } from "./keys.js";

const REACH_PX = 24;
const MOST_OFFERS = 8;
const LARGEST = 5;
const STEP = 1.6;
const SUM_PX = 13;
const LARGEST_SUM_MM = 17;
const SVG = "http://www.w3.org/2000/svg";

/**
 * The marker that the port card moves, once it was tapped: then its goals are lit, and nothing else.
 * @type {string | null}
 */
let moving = null;

/** @param {HTMLElement} map */
export function openMap(map) {
  if (!map) return;
  map.dataset.listens = "";
  const layer = map.querySelector(".layer");
  const chooser = map.querySelector("[data-chooser]");
  zoomable(map);
  light(layer);
  const pointAgain = walkChart(map, layer, offered, point);
  const leave = () => {
    if (chooser.contains(document.activeElement)) {
      map.querySelector(".map-window").focus({ preventScroll: true });
    }
    [chooser.hidden, moving] = [true, null];
    light(layer);
    point(layer);
  };
  /** @param {string} place */
  const move = (place) => {
    moving = place;
    light(layer);
    ask(chooser, [], "whither", true);
    point(layer, place);
  };
  // What is being asked stays, unless something has happened at the table meanwhile.
  let seen = document.body.dataset.revision;
  document.addEventListener("changed", () => {
    if (seen !== document.body.dataset.revision) leave();
    else light(layer);
    seen = document.body.dataset.revision;
    pointAgain();
  });
  chooser.addEventListener("click", (event) => {
    if (event.target.dataset?.moves) move(event.target.dataset.moves);
  });
  chooser.querySelector("[data-close]").addEventListener("click", leave);
  layer.addEventListener("click", (event) => {
    const near = nearest(layer, event, offered());
    chooser.querySelector("[data-whose]").hidden = true;
    if (moving && !near.length) return;
    if (near.length === 1 && near[0].moves) move(near[0].place);
    else if (near.length === 1) send(JSON.parse(near[0].act), null, near[0].label);
    else ask(chooser, near, "which");
  });
  document.addEventListener(
    "click",
    (event) => lightLine(layer, event.target.closest("[data-light]")),
  );
  document.addEventListener(
    "focusin",
    (event) => point(layer, event.target.closest("[data-place]")?.dataset.place),
  );
  document.addEventListener(
    "pointerover",
    (event) => point(layer, event.target.closest("[data-place]")?.dataset.place),
  );
}

/** @returns {Offers} */
function offered() {
  const acting = document.querySelector(".acting");
  const open = acting ? JSON.parse(acting.dataset.places) : {};
  return acting?.dataset.moved ? withMoves(open, JSON.parse(acting.dataset.moved)) : open;
}

/**
 * @param {Offers} open
 * @param {Move} move
 * @returns {Offers}
 */
function withMoves(open, { fact, label, from, to, elsewhere }) {
  if (moving && from[moving]) {
    const goals = Object.keys(to).filter((goal) =>
      goal !== moving && !(elsewhere && to[goal] === from[moving])
    );
    /** @param {string} goal */
    const act = (goal) => JSON.stringify({ fact: { ...fact, from: moving, to: goal } });
    return Object.fromEntries(goals.map((goal) => [goal, [{ act: act(goal), label: to[goal] }]]));
  }
  const all = { ...open };
  for (const [origin, island] of Object.entries(from)) {
    all[origin] = [...(all[origin] ?? []), { moves: true, label: `${label}: ${island}` }];
  }
  return all;
}

/** @param {HTMLElement} layer */
function light(layer) {
  const open = offered();
  const looked = new Set(
    [...document.querySelectorAll(".finding[data-places]")].flatMap((each) =>
      JSON.parse(each.dataset.places)
    ),
  );
  for (const spot of layer.querySelectorAll(".spot")) {
    const offers = open[spot.dataset.id];
    spot.classList.toggle("offered", Boolean(offers));
    spot.classList.toggle("earning", Boolean(offers?.some((each) => each.earns)));
    spot.classList.toggle("looked-at", looked.has(spot.dataset.id));
  }
  writeSums(layer, open);
}

/**
 * What a stick would earn is written on its place, where it is lit.
 * @param {HTMLElement} layer
 * @param {Offers} open
 */
function writeSums(layer, open) {
  /** @type {Element} */
  const sums = layer.querySelector(".sums") ??
    layer.appendChild(document.createElementNS(SVG, "g"));
  sums.setAttribute("class", "sums");
  sums.replaceChildren(...[...layer.querySelectorAll(".spot.earning")].map((spot) => {
    const { e: x, f: y } =
      /** @type {SVGGElement} */ (/** @type {Element} */ (spot)).transform.baseVal.consolidate()
        .matrix;
    const sum = document.createElementNS(SVG, "text");
    sum.setAttribute("class", "sum");
    sum.setAttribute("x", String(x));
    sum.setAttribute("y", String(y - 5));
    sum.textContent = `+${Math.max(...open[spot.dataset.id].map((each) => each.earns ?? 0))}`;
    return sum;
  }));
}

/**
 * Sums are as large as other small print, however large the chart.
 * @param {SVGSVGElement} layer
 */
function sizeSums(layer) {
  const size = (SUM_PX * layer.viewBox.baseVal.width) / (layer.clientWidth || 1);
  layer.style.setProperty("--sum", String(Math.min(size, LARGEST_SUM_MM)));
}

/**
 * A line of the score lights its places; tapped again it lets them go.
 * @param {Element} layer
 * @param {HTMLElement | null} line
 */
function lightLine(layer, line) {
  if (!line) return;
  const lit = line.getAttribute("aria-pressed") !== "true";
  for (const other of document.querySelectorAll("[data-light][aria-pressed]")) {
    other.removeAttribute("aria-pressed");
  }
  line.setAttribute("aria-pressed", String(lit));
  const places = new Set(lit ? JSON.parse(line.dataset.light) : []);
  for (const spot of layer.querySelectorAll(".spot")) {
    spot.classList.toggle("scored", places.has(spot.dataset.id));
  }
}

/**
 * @param {Element} layer
 * @param {string | null} [place]
 */
function point(layer, place) {
  layer.querySelector(".spot.pointed")?.classList.remove("pointed");
  if (place) layer.querySelector(`.spot[data-id="${CSS.escape(place)}"]`)?.classList.add("pointed");
}

/**
 * The offers of every place within a finger's reach of the tap; of the one under it alone, if any.
 * Places that read alike, as an island's slots do, are one offer: the nearest of them.
 * @param {Element} layer
 * @param {InPage<MouseEvent>} event
 * @param {Offers} open
 * @returns {Offer[]}
 */
function nearest(layer, event, open) {
  const direct = event.target.closest(".spot")?.dataset.id;
  if (direct && open[direct]) return open[direct].map((each) => ({ ...each, place: direct }));
  /** @type {[number, string][]} */
  const reached = [];
  for (const spot of layer.querySelectorAll(".spot.offered")) {
    const box = spot.getBoundingClientRect();
    const away = Math.hypot(
      box.x + box.width / 2 - event.clientX,
      box.y + box.height / 2 - event.clientY,
    );
    if (away <= REACH_PX) reached.push([away, spot.dataset.id]);
  }
  reached.sort((one, other) => one[0] - other[0]);
  const offers = reached.flatMap(([, place]) => open[place].map((each) => ({ ...each, place })));
  /**
   * @param {Offer} one
   * @param {Offer} other
   */
  const alike = (one, other) => one.label === other.label && one.kind === other.kind;
  return offers.filter((each, at) => offers.findIndex((other) => alike(each, other)) === at).slice(
    0,
    MOST_OFFERS,
  );
}

/**
 * Asks with one of the chooser's own sentences: which of these?
 * @param {HTMLElement} chooser
 * @param {Offer[]} offers
 * @param {string} sentence
 * @param {boolean} [stays]
 */
export function ask(chooser, offers, sentence, stays = false) {
  for (const each of chooser.querySelectorAll("[data-said]")) {
    each.hidden = each.dataset.said !== sentence;
  }
  chooser.querySelector("[data-offers]").replaceChildren(...offers.map(button));
  chooser.hidden = offers.length === 0 && !stays;
  chooser.querySelector("[name=act], [data-close]")?.focus();
}

/** @param {Offer} each */
function button(each) {
  const made = document.createElement("button");
  if (each.moves) Object.assign(made, { type: "button" }).dataset.moves = each.place;
  else Object.assign(made, { name: "act", value: each.act });
  made.dataset.place = each.place;
  const known = document.querySelector(`section li > .stick.kind-${CSS.escape(each.kind)}`);
  if (known) made.append(known.cloneNode(true), " ");
  made.append(each.label);
  if (each.earns) {
    const earns = document.createElement("span");
    earns.className = "earns";
    earns.textContent = each.earned;
    made.append(earns);
  }
  return made;
}

/**
 * Larger and smaller: by the buttons in steps, by two fingers freely; one finger moves the chart.
 * @param {HTMLElement} map
 */
function zoomable(map) {
  const sheet = map.querySelector(".map-sheet");
  const view = map.querySelector(".map-window");
  /** @type {SVGSVGElement} */
  const layer = map.querySelector(".layer");
  let zoom = 1;
  /** @type {{x: number, y: number, apart: number, zoom: number} | null} */
  let pinch = null;

  /**
   * The point of the chart under (x, y) of the window comes to lie under (toX, toY).
   * @param {number} wanted
   * @param {number} x
   * @param {number} y
   * @param {number} [toX]
   * @param {number} [toY]
   */
  function enlarge(wanted, x, y, toX = x, toY = y) {
    const next = Math.min(Math.max(wanted, 1), LARGEST);
    const left = ((view.scrollLeft + x) * next) / zoom;
    const top = ((view.scrollTop + y) * next) / zoom;
    zoom = next;
    sheet.style.width = `${zoom * 100}%`;
    map.classList.toggle("larger", zoom > 1);
    view.scrollTo(left - toX, top - toY);
    sizeSums(layer);
  }

  map.querySelector(".map-tools").addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    /** @type {Point} */
    const middle = [view.clientWidth / 2, view.clientHeight / 2];
    const from = zoom === 1 ? lit(layer, view) ?? middle : middle;
    enlarge(Number(button.dataset.zoom) > 0 ? zoom * STEP : zoom / STEP, ...from, ...middle);
  });
  view.addEventListener("touchstart", (event) => {
    pinch = event.touches.length === 2 ? { ...fingers(view, event.touches), zoom } : null;
  }, { passive: true });
  view.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = fingers(view, event.touches);
    enlarge((pinch.zoom * now.apart) / pinch.apart, pinch.x, pinch.y, now.x, now.y);
    pinch = { ...pinch, x: now.x, y: now.y };
  }, { passive: false });
  view.addEventListener("touchend", () => {
    pinch = null;
  }, { passive: true });
  addEventListener("resize", () => sizeSums(layer));
  sizeSums(layer);
}

/**
 * The middle of all that is lit: where a first look closer leads.
 * @param {Element} layer
 * @param {Element} view
 * @returns {Point | null}
 */
function lit(layer, view) {
  const boxes = [...layer.querySelectorAll(".spot.offered")].map((spot) =>
    spot.getBoundingClientRect()
  );
  if (!boxes.length) return null;
  const edge = view.getBoundingClientRect();
  /** @param {number[]} places */
  const middle = (places) => (Math.min(...places) + Math.max(...places)) / 2;
  return [
    middle(boxes.map((box) => box.x + box.width / 2)) - edge.x,
    middle(boxes.map((box) => box.y + box.height / 2)) - edge.y,
  ];
}

/**
 * @param {Element} view
 * @param {TouchList} touches
 */
function fingers(view, touches) {
  const edge = view.getBoundingClientRect();
  const [one, other] = touches;
  return {
    x: (one.clientX + other.clientX) / 2 - edge.x,
    y: (one.clientY + other.clientY) / 2 - edge.y,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
  };
}
