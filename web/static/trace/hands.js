// Fingers, mouse and keys on the chart: choose, drag, put, and the window moved.
import { desk, endOf, restore, routeOf, step, wish } from "./desk.js";
import { draw, look } from "./draw.js";
import { offered } from "./ghosts.js";
import { handles } from "./stops.js";
import { panBy, toScreen, toSheet, zoomAt, zoomBy } from "./view.js";

const REACH_PX = 24;
const SLIP_PX = 5;
const NUDGE_MM = 0.5;
const NUDGE_WAIT_MS = 350;
const TURN_DEG = 2;
// In these steps taps on two ends join them.
/** @type {Record<string, {list: "routes" | "lines", kind: string}>} */
const JOINED = {
  routes: { list: "routes", kind: "route" },
  lines: { list: "lines", kind: "line" },
};
// In these steps nothing is dragged.
const UNMOVED = ["cards", "pieces", "trial", "goods", "file"];
const chart = document.getElementById("chart");
/** @type {Map<number, PointerEvent>} */
const fingers = new Map();
/** @type {{x: number, y: number, slipped: boolean, corner: boolean, thing: Thing | null} | null} */
let held = null;
/** @type {{x: number, y: number, apart: number} | null} */
let pinch = null;
/** @type {number | undefined} */
let nudged = null;

/** @type {{place: string, chosen: (thing: Thing | null) => void, corners: Corners | null, offset: Point}} */
export const hand = { place: "move", chosen: () => {}, corners: null, offset: [0, 0] };

/**
 * What lies nearest to a tap, within a finger's reach: only what this step is about.
 * @param {MouseEvent} event
 */
function near(event) {
  let best = null;
  for (const each of reachable()) {
    const at = toScreen(each.x, each.y);
    const away = Math.hypot(at.x - event.clientX, at.y - event.clientY) * each.weight;
    if (away <= REACH_PX && (!best || away < best.away)) best = { ...each, away };
  }
  return best;
}

/** @returns {Generator<Thing & {x: number, y: number, weight: number}, void>} */
function* reachable() {
  const { state } = desk;
  if (!state?.view) return;
  for (const each of state.islands) {
    yield { kind: "island", key: each.key, x: each.x, y: each.y, weight: 0.8 };
    if (look.step !== "islands") continue;
    for (const [index, [x, y]] of each.slots.entries()) {
      yield { kind: "slot", key: each.key, index, x, y, weight: 1 };
    }
  }
  if (look.step === "cards") return;
  for (const each of state.stops) {
    yield { kind: "stop", key: each.key, x: each.x, y: each.y, weight: 0.8 };
  }
  for (const each of look.step === "lines" ? state.lines : []) {
    for (const [x, y] of handles(each)) yield { kind: "line", key: each.key, x, y, weight: 1 };
  }
  for (const each of state.harbours) {
    yield { kind: "harbour", key: each.key, x: each.x, y: each.y, weight: 0.8 };
  }
  if (look.step !== "routes") return;
  for (const each of state.routes) {
    for (const [lane, spaces] of each.lanes.entries()) {
      for (const [index, [x, y]] of spaces.entries()) {
        yield { kind: "space", key: each.key, lane, index, x, y, weight: 1 };
      }
    }
  }
}

/**
 * @param {MouseEvent} event
 * @returns {(Ghost & {away: number}) | null}
 */
function nearGhost(event) {
  if (!look.ghosts) return null;
  const kinds = { islands: ["slot", "harbour"], routes: ["dash"] }[look.step] ?? [];
  let best = null;
  for (const each of offered()) {
    if (!kinds.includes(each.kind)) continue;
    const at = toScreen(each.x, each.y);
    const away = Math.hypot(at.x - event.clientX, at.y - event.clientY);
    if (away <= REACH_PX && (!best || away < best.away)) best = { ...each, away };
  }
  return best;
}

chart.addEventListener("pointerdown", (event) => {
  if (event.button > 0) return;
  chart.focus({ preventScroll: true });
  chart.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) {
    dropHeld();
    pinch = spread();
    return;
  }
  const corner = hand.corners?.grab(event);
  held = {
    x: event.clientX,
    y: event.clientY,
    slipped: false,
    corner,
    thing: corner ? null : draggable(near(event)),
  };
});

/** @param {Thing | null} thing */
function draggable(thing) {
  return placing() || UNMOVED.includes(look.step) || thing?.kind === "line" ? null : thing;
}

// A tap on the photo puts something there.
function placing() {
  return ["islands", "stops"].includes(look.step) && hand.place !== "move";
}

chart.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  const before = fingers.get(event.pointerId);
  fingers.set(event.pointerId, event);
  if (pinch && fingers.size === 2) {
    const now = spread();
    zoomAt(now.apart / pinch.apart, now.x, now.y);
    panBy(now.x - pinch.x, now.y - pinch.y);
    pinch = now;
    return;
  }
  if (!held) return;
  if (held.corner) {
    hand.corners.drag(event);
    return;
  }
  held.slipped ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLIP_PX;
  if (!held.slipped) return;
  if (held.thing) dragTo(held.thing, toSheet(event));
  else panBy(event.clientX - before.clientX, event.clientY - before.clientY);
});

for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
  chart.addEventListener(end, (event) => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    const was = held;
    held = null;
    if (!was || end === "pointercancel") {
      if (was?.corner) hand.corners.drop();
      if (was?.thing) restore();
      return;
    }
    if (was.corner) hand.corners.drop();
    else if (was.slipped && was.thing) putAt(was.thing, toSheet(event));
    else if (!was.slipped) tap(event);
  });
}

function dropHeld() {
  if (held?.thing) restore();
  if (held?.corner) hand.corners.drop();
  held = null;
}

function spread() {
  const [one, other] = [...fingers.values()];
  return {
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
  };
}

/** @param {PointerEvent} event */
function tap(event) {
  const thing = near(event);
  const at = toSheet(event);
  if (placing() && !(thing && thing.away < REACH_PX / 2)) put(at, event);
  else if (JOINED[look.step] && thing && !["space", "line"].includes(thing.kind)) connect(thing);
  else if (thing) choose(thing);
  else if (!acceptGhost(event)) choose(null);
}

/**
 * @param {{x: number, y: number}} at
 * @param {PointerEvent} event
 */
function put(at, event) {
  const ghost = nearGhost(event);
  const { x, y } = ghost && ghost.kind === hand.place ? ghost : at;
  if (hand.place === "island") {
    wish({ do: "add-island", ...at }).then((state) => chooseNew(state, "islands", "island"));
  }
  if (hand.place === "stop") {
    wish({ do: "add-stop", ...at }).then((state) => chooseNew(state, "stops", "stop"));
  }
  if (hand.place === "harbour") {
    wish({ do: "add-harbour", x, y, company: company(ghost) }).then((state) =>
      chooseNew(state, "harbours", "harbour")
    );
  }
  if (hand.place === "slot") addSlot(x, y);
}

/**
 * @param {number} x
 * @param {number} y
 */
function addSlot(x, y) {
  const nearest =
    desk.state.islands.toSorted((one, other) =>
      Math.hypot(one.x - x, one.y - y) - Math.hypot(other.x - x, other.y - y)
    )[0];
  if (nearest) wish({ do: "add-slot", key: nearest.key, x, y });
  return Boolean(nearest);
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
  return (free.length ? free : names).toSorted((one, other) => far(one) - far(other))[0] ??
    "harbour";
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
function connect(end) {
  if (!look.from) {
    look.from = end.key;
    choose(end);
    return;
  }
  const [a, b] = [look.from, end.key];
  look.from = null;
  if (a === b) choose(null);
  else {
    const { list, kind } = JOINED[look.step];
    // Who is quick has tapped the next one's beginning by now: that stays chosen.
    wish({ do: `add-${kind}`, a, b }).then((state) => look.from || chooseNew(state, list, kind));
  }
}

/** @param {PointerEvent} event */
function acceptGhost(event) {
  const ghost = nearGhost(event);
  if (!ghost) return false;
  if (ghost.kind === "slot") return addSlot(ghost.x, ghost.y);
  if (ghost.kind === "harbour") {
    wish({ do: "add-harbour", x: ghost.x, y: ghost.y, company: company(ghost) }).then((state) =>
      chooseNew(state, "harbours", "harbour")
    );
    return true;
  }
  const route = look.chosen && routeOf(look.chosen.key);
  if (!route) return false;
  const spaces = route.lanes.flatMap((lane, laneIndex) =>
    lane.map(([x, y], index) => ({
      lane: laneIndex,
      index,
      away: Math.hypot(x - ghost.x, y - ghost.y),
    }))
  );
  const nearest = spaces.toSorted((one, other) => one.away - other.away)[0];
  wish({
    do: "move-space",
    key: route.key,
    lane: nearest.lane,
    index: nearest.index,
    x: ghost.x,
    y: ghost.y,
    angle: ghost.angle,
  });
  return true;
}

/** @param {Thing | null} thing */
export function choose(thing) {
  look.chosen = thing;
  if (!thing || !["island", "harbour", "stop"].includes(thing.kind)) look.from = null;
  draw();
  hand.chosen(thing);
}

/**
 * While it is dragged it moves here alone; what hangs on it follows when it is put down.
 * @param {Thing} thing
 * @param {{x: number, y: number}} to
 */
function dragTo(thing, { x, y }) {
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
function putAt(thing, { x, y }) {
  /** @type {Record<string, object>} */
  const wishes = {
    space: { do: "move-space", key: thing.key, lane: thing.lane, index: thing.index },
    slot: { do: "move-slot", key: thing.key, index: thing.index },
  };
  look.from = null;
  hand.chosen(thing);
  wish({ ...(wishes[thing.kind] ?? { do: "move", key: thing.key }), x, y });
}

/** @param {number} by */
export function turn(by) {
  const { chosen } = look;
  if (chosen?.kind !== "space") return;
  const [, , angle] = routeOf(chosen.key).lanes[chosen.lane][chosen.index];
  wish({
    do: "turn-space",
    key: chosen.key,
    lane: chosen.lane,
    index: chosen.index,
    angle: angle + by,
  });
}

export function remove() {
  const { chosen } = look;
  if (!chosen) return;
  choose(null);
  if (chosen.kind === "slot") wish({ do: "remove-slot", key: chosen.key, index: chosen.index });
  else wish({ do: "remove", key: chosen.key });
}

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

chart.addEventListener("keydown", (event) => {
  const arrow = ARROWS[event.key];
  if (hand.corners?.key(event)) event.preventDefault();
  else if (arrow) {
    event.preventDefault();
    if (look.chosen && !["route", "line"].includes(look.chosen.kind)) {
      nudge(arrow.map((way) => way * NUDGE_MM * (event.shiftKey ? 10 : 1)));
    } else panBy(-arrow[0] * 40, -arrow[1] * 40);
  } else if (event.key === "Delete" || event.key === "Backspace") remove();
  else if (event.key === "Escape") choose(null);
  else if (event.key === "[" || event.key === "]") turn(event.key === "]" ? TURN_DEG : -TURN_DEG);
  else if (event.key === "+" || event.key === "-") zoomBy(event.key === "+" ? 1 : -1);
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  if (event.key === "z" || event.key === "y") {
    event.preventDefault();
    step(event.key === "y" || event.shiftKey ? "redo" : "undo");
  }
});

/**
 * Several strokes of an arrow are one act.
 * @param {number[]} by
 */
function nudge([dx, dy]) {
  const thing = look.chosen;
  const at = thing.kind === "space"
    ? routeOf(thing.key).lanes[thing.lane][thing.index]
    : thing.kind === "slot"
    ? endOf(thing.key).slots[thing.index]
    : [endOf(thing.key).x, endOf(thing.key).y];
  const to = { x: at[0] + dx, y: at[1] + dy };
  dragTo(thing, to);
  clearTimeout(nudged);
  nudged = setTimeout(() => putAt(thing, to), NUDGE_WAIT_MS);
}
