// What is chosen on the chart: it is moved, turned and removed.
import { endOf, kindName, lineOf, nameOf, routeName, routeOf, wish, wishThen } from "../desk.js";
import { word } from "../words.js";
import { draw, look } from "./draw.js";
import { handles } from "./stops.js";

const NUDGE_WAIT_MS = 350;
// In these steps nothing is moved.
const UNMOVED = ["cards", "pieces", "trial", "goods", "file"];
/** @type {(() => void) | null} */
let pending = null;
/** @type {number | undefined} */
let timer = undefined;

/** @type {{place: string, chosen: (thing: Thing | null) => void, corners: Corners | null, stepped: () => void}} */
export const hand = { place: "move", chosen: () => {}, corners: null, stepped: () => {} };

// A tap on the photo puts something there.
export function placing() {
  return ["islands", "stops"].includes(look.step) && hand.place !== "move";
}

/**
 * Whether a thing can be moved in this step.
 * @param {Thing | null} thing
 */
export function isMovable(thing) {
  return Boolean(thing) && !UNMOVED.includes(look.step) && !["route", "line"].includes(thing.kind);
}

/** @param {Thing | null} thing */
export function choose(thing) {
  settle();
  look.chosen = thing;
  if (!thing || !["island", "harbour", "stop"].includes(thing.kind)) look.from = null;
  draw();
  hand.chosen(thing);
}

/**
 * @param {Thing} thing
 * @returns {Point}
 */
export function placeOf(thing) {
  const route = routeOf(thing.key);
  const line = lineOf(thing.key);
  const end = endOf(thing.key);
  const [x, y] = route
    ? route.lanes[thing.lane ?? 0][thing.index ?? 0]
    : line
    ? handles(line)[0]
    : thing.kind === "slot"
    ? end.slots[thing.index]
    : [end.x, end.y];
  return [x, y];
}

/**
 * What a thing is called, for who hears it.
 * @param {Thing} thing
 */
export function called(thing) {
  const way = routeOf(thing.key) ?? lineOf(thing.key);
  if (thing.kind === "space") return `${word("space")} ${numberOf(thing)}: ${routeName(way)}`;
  if (way) return routeName(way);
  const end = endOf(thing.key);
  return thing.kind === "slot"
    ? `${word("a-slot")} ${thing.index + 1}: ${nameOf(end)}`
    : end.company
    ? `${word("a-harbour")}: ${kindName(end.company)}`
    : nameOf(end);
}

/** @param {Thing} space */
function numberOf({ key, lane, index }) {
  const before = routeOf(key).lanes.slice(0, lane);
  return before.reduce((sum, each) => sum + each.length, index + 1);
}

/**
 * The spaces of a route, or the slots of an island, where this step is about them.
 * @param {Thing | null} thing
 * @returns {Thing[]}
 */
export function partsOf(thing) {
  const key = thing?.key;
  if (look.step === "routes") {
    return (routeOf(key)?.lanes ?? []).flatMap((spaces, lane) =>
      spaces.map((_, index) => ({ kind: "space", key, lane, index }))
    );
  }
  return look.step === "islands"
    ? (endOf(key)?.slots ?? []).map((_, index) => ({ kind: "slot", key, index }))
    : [];
}

/**
 * While it is dragged it moves here alone; what hangs on it follows when it is put down.
 * @param {Thing} thing
 * @param {{x: number, y: number}} to
 */
export function dragTo(thing, { x, y }) {
  look.chosen = thing;
  if (thing.kind === "space") routeOf(thing.key).lanes[thing.lane][thing.index].splice(0, 2, x, y);
  else if (thing.kind === "slot") endOf(thing.key).slots[thing.index].splice(0, 2, x, y);
  else moveEnd(endOf(thing.key), x, y);
  draw();
}

/**
 * @param {End} end
 * @param {number} x
 * @param {number} y
 */
function moveEnd(end, x, y) {
  for (const slot of end.slots ?? []) slot.splice(0, 2, slot[0] + x - end.x, slot[1] + y - end.y);
  Object.assign(end, { x, y });
}

/**
 * @param {Thing} thing
 * @param {{x: number, y: number}} to
 */
export function putAt(thing, { x, y }) {
  /** @type {Record<string, object>} */
  const wishes = {
    space: { do: "move-space", key: thing.key, lane: thing.lane, index: thing.index },
    slot: { do: "move-slot", key: thing.key, index: thing.index },
  };
  look.from = null;
  hand.chosen(thing);
  wish({ ...(wishes[thing.kind] ?? { do: "move", key: thing.key }), x, y });
}

/**
 * Several strokes of an arrow are one act.
 * @param {Point} by
 */
export function nudge([dx, dy]) {
  const thing = look.chosen;
  const at = placeOf(thing);
  const to = { x: at[0] + dx, y: at[1] + dy };
  dragTo(thing, to);
  clearTimeout(timer);
  pending = () => putAt(thing, to);
  timer = setTimeout(settle, NUDGE_WAIT_MS);
}

// What the arrows moved last is sent, before anything else is done.
export function settle() {
  const send = pending;
  clearTimeout(timer);
  pending = null;
  send?.();
}

/** @param {number} by */
export function turn(by) {
  settle();
  const { chosen } = look;
  if (chosen?.kind !== "space") return;
  const { key, lane, index } = chosen;
  wishThen(() => {
    const space = routeOf(key)?.lanes[lane]?.[index];
    return space ? { do: "turn-space", key, lane, index, angle: space[2] + by } : null;
  });
}

export function remove() {
  const { chosen } = look;
  if (!chosen) return;
  choose(null);
  if (chosen.kind === "slot") wish({ do: "remove-slot", key: chosen.key, index: chosen.index });
  else wish({ do: "remove", key: chosen.key });
}
