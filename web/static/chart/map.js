// The chart: places are lit, larger on request, and a tap offers what may be done near it.
import { send } from "../live/acts.js";
import { besideLit, nearest } from "./aim.js";
import { walkChart } from "./keys.js";
import { askMore } from "./open_words.js";
import { zoomable } from "./zoom.js";

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
  const { follow } = zoomable(map);
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
  /** @param {Offer} each */
  const more = (each) => {
    const whole = askMore(chooser, each);
    if (whole) send(JSON.parse(whole), null, each.label);
    else point(layer, each.place);
  };
  // What is being asked stays, unless something has happened at the table meanwhile.
  let seen = document.body.dataset.revision;
  document.addEventListener("changed", () => {
    follow();
    if (seen !== document.body.dataset.revision) leave();
    else light(layer);
    seen = document.body.dataset.revision;
    pointAgain();
  });
  chooser.addEventListener("click", (event) => {
    if (event.target.dataset?.moves) move(event.target.dataset.moves);
    const open = /** @type {HTMLElement} */ (event.target.closest("[data-form]"))?.dataset;
    if (open) {
      const meant = offered()[open.place].find((each) => each.form === open.form);
      more({ ...meant, place: open.place });
    }
  });
  chooser.querySelector("[data-close]").addEventListener("click", leave);
  layer.addEventListener("click", (event) => {
    const near = !moving && besideLit(layer, event) ? [] : nearest(layer, event, offered());
    chooser.querySelector("[data-whose]").hidden = true;
    if (moving && !near.length) return;
    if (near.length === 1 && near[0].moves) move(near[0].place);
    else if (near.length === 1 && near[0].form) more(near[0]);
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
export function offered() {
  const acting = document.querySelector(".acting");
  const open = acting ? JSON.parse(acting.dataset.places) : {};
  return acting?.dataset.moved ? withMoves(open, JSON.parse(acting.dataset.moved)) : open;
}

/**
 * @param {Offers} open
 * @param {Move} move
 * @returns {Offers}
 */
function withMoves(open, { fact, label, from, to, where, elsewhere }) {
  if (moving && from[moving]) {
    const goals = Object.keys(to).filter((goal) =>
      goal !== moving && !(elsewhere && to[goal] === from[moving])
    );
    /** @param {string} goal */
    const act = (goal) => JSON.stringify({ fact: { ...fact, from: moving, to: goal } });
    return Object.fromEntries(
      goals.map((goal) => [goal, [{ act: act(goal), label: to[goal], where: where[goal] }]]),
    );
  }
  const all = { ...open };
  for (const [origin, island] of Object.entries(from)) {
    const moves = { moves: true, label: `${label}: ${island}`, where: where[origin] };
    all[origin] = [...(all[origin] ?? []), moves];
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
    spot.classList.toggle("earning", best(offers) > 0);
    spot.classList.toggle("costing", best(offers) < 0);
    spot.classList.toggle("looked-at", looked.has(spot.dataset.id));
  }
  writeSums(layer, open);
}

/**
 * The most that one of these earns; less than nothing where each of them costs something.
 * @param {Offer[]} [offers]
 */
function best(offers) {
  return offers ? Math.max(...offers.map((each) => each.earns ?? 0)) : 0;
}

/**
 * What a stick would earn, or a move costs, is written on its place, where it is lit.
 * @param {HTMLElement} layer
 * @param {Offers} open
 */
function writeSums(layer, open) {
  /** @type {Element} */
  const sums = layer.querySelector(".sums") ??
    layer.appendChild(document.createElementNS(SVG, "g"));
  sums.setAttribute("class", "sums");
  sums.replaceChildren(
    ...[...layer.querySelectorAll(".spot:is(.earning, .costing)")].map((spot) => {
      const { e: x, f: y } =
        /** @type {SVGGElement} */ (/** @type {Element} */ (spot)).transform.baseVal.consolidate()
          .matrix;
      const sum = document.createElementNS(SVG, "text");
      sum.setAttribute("class", "sum");
      sum.setAttribute("x", String(x));
      sum.setAttribute("y", String(y - 5));
      const most = best(open[spot.dataset.id]);
      sum.textContent = most > 0 ? `+${most}` : `\u2212${-most}`;
      return sum;
    }),
  );
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
  else if (each.form) Object.assign(made, { type: "button" }).dataset.form = each.form;
  else Object.assign(made, { name: "act", value: each.act });
  made.dataset.place = each.place;
  const known = document.querySelector(`section li > .stick.kind-${CSS.escape(each.kind)}`);
  if (known) made.append(known.cloneNode(true), " ");
  const picture = pictured(each);
  if (picture) {
    made.className = "drawn";
    made.append(picture);
  }
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
 * What is drawn beside the same offer in the list.
 * @param {Offer} each
 */
function pictured(each) {
  const listed = [...document.querySelectorAll(".panel .drawn[name=act]")].find((one) =>
    /** @type {HTMLButtonElement} */ (one).value === each.act
  );
  return listed?.querySelector(".picture")?.cloneNode(true);
}
