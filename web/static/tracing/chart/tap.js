// What a tap does: the same for a finger, for the mouse, and for Enter at the cross.
import { desk, routeOf, wish, wishThen } from "../desk.js";
import { word } from "../words.js";
import { choose, hand, placing, settle } from "./chosen.js";
import { look } from "./draw.js";
import { near, nearGhost, REACH_PX } from "./reach.js";
import { toSheet } from "./view.js";

// In these steps taps on two ends join them.
/** @type {Record<string, {list: "routes" | "lines", kind: string}>} */
const JOINED = {
  routes: { list: "routes", kind: "route" },
  lines: { list: "lines", kind: "line" },
};

/**
 * The thing that a tap means; where one is put, only what is hit.
 * @param {Spot} spot
 * @returns {Near | null}
 */
export function meant(spot) {
  const thing = near(spot);
  return thing && (!placing() || thing.away < REACH_PX / 2) ? thing : null;
}

/**
 * The suggestion that a tap takes.
 * @param {Spot} spot
 */
export function suggested(spot) {
  const ghost = nearGhost(spot);
  if (!ghost || (placing() && ghost.kind !== hand.place)) return null;
  return ghost.kind !== "dash" || (look.chosen && routeOf(look.chosen.key)) ? ghost : null;
}

/**
 * Done when what it asks for is there.
 * @param {Spot} spot
 * @returns {Promise<unknown> | void}
 */
export function tap(spot) {
  settle();
  const thing = meant(spot);
  if (placing() && !thing) return put(spot);
  if (JOINED[look.step] && thing && !["space", "line"].includes(thing.kind)) return connect(thing);
  const ghost = thing ? null : suggested(spot);
  return ghost ? accept(ghost) : choose(thing);
}

/** @param {Spot} spot */
function put(spot) {
  const at = toSheet(spot);
  const ghost = suggested(spot);
  if (hand.place === "island") return add("add-island", "new-island", "islands", "island", at);
  if (hand.place === "stop") return add("add-stop", "new-stop", "stops", "stop", at);
  if (hand.place === "harbour") return addHarbour(ghost ?? at, ghost);
  return addSlot(ghost ?? at);
}

/**
 * A new end, called by its number until somebody writes its name.
 * @param {string} what
 * @param {string} name
 * @param {"islands" | "stops"} list
 * @param {string} kind
 * @param {{x: number, y: number}} at
 */
async function add(what, name, list, kind, { x, y }) {
  const state = await wishThen(() => {
    const number = desk.state[list].length + 1;
    return { do: what, x, y, name: word(name).replace("%", String(number)) };
  });
  chooseNew(state, list, kind);
}

/**
 * @param {{x: number, y: number}} at
 * @param {Ghost | null} ghost
 */
async function addHarbour({ x, y }, ghost) {
  const state = await wish({ do: "add-harbour", x, y, company: company(ghost) });
  chooseNew(state, "harbours", "harbour");
}

/** @param {{x: number, y: number}} at */
function addSlot({ x, y }) {
  const nearest = least(desk.state.islands, (each) => Math.hypot(each.x - x, each.y - y));
  return nearest ? wish({ do: "add-slot", key: nearest.key, x, y }) : choose(null);
}

/**
 * The first of those that measure least; undefined of none.
 * @template T
 * @param {T[]} all
 * @param {(each: T) => number} measure
 * @returns {T | undefined}
 */
function least(all, measure) {
  return [...all].sort((one, other) => measure(one) - measure(other))[0];
}

/**
 * The company whose paint is nearest to a suggested harbour's, or the first that has none yet.
 * @param {Ghost | null} ghost
 */
function company(ghost) {
  const kinds = desk.state.sheet.pieces.stick?.kinds ?? {};
  const names = Object.keys(kinds);
  const free = names.filter((name) => !desk.state.harbours.some((each) => each.company === name));
  if (!ghost?.colour) return free[0] ?? names[0] ?? "harbour";
  /** @param {string} name */
  const far = (name) =>
    [1, 3, 5].reduce(
      (sum, at, axis) =>
        sum + (parseInt(kinds[name].slice(at, at + 2), 16) - ghost.colour[axis]) ** 2,
      0,
    );
  return least(free.length ? free : names, far) ?? "harbour";
}

/**
 * @param {any} state
 * @param {"islands" | "harbours" | "routes" | "stops" | "lines"} list
 * @param {string} kind
 */
function chooseNew(state, list, kind) {
  if (state) choose({ kind, key: state[list].at(-1).key, fresh: true });
}

/** @param {Thing} end */
async function connect(end) {
  if (!look.from) {
    look.from = end.key;
    choose(end);
    return;
  }
  const [a, b] = [look.from, end.key];
  look.from = null;
  if (a === b) {
    choose(null);
    return;
  }
  const { list, kind } = JOINED[look.step];
  const state = await wish({ do: `add-${kind}`, a, b });
  // Who is quick has tapped the next one's beginning by now: that stays chosen.
  if (!look.from) chooseNew(state, list, kind);
}

/** @param {Ghost} ghost */
function accept(ghost) {
  if (ghost.kind === "slot") return addSlot(ghost);
  if (ghost.kind === "harbour") return addHarbour(ghost, ghost);
  const route = routeOf(look.chosen.key);
  const spaces = route.lanes.flatMap((lane, laneIndex) =>
    lane.map(([x, y], index) => ({
      lane: laneIndex,
      index,
      away: Math.hypot(x - ghost.x, y - ghost.y),
    }))
  );
  const nearest = least(spaces, (each) => each.away);
  return wish({
    do: "move-space",
    key: route.key,
    lane: nearest.lane,
    index: nearest.index,
    x: ghost.x,
    y: ghost.y,
    angle: ghost.angle,
  });
}
