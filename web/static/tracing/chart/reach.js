// What lies within a finger's reach of a point of the screen.
import { desk } from "../desk.js";
import { look } from "./draw.js";
import { offered } from "./ghosts.js";
import { handles } from "./stops.js";
import { toScreen } from "./view.js";

export const REACH_PX = 24;

/**
 * What lies nearest to a tap: only what this step is about.
 * @param {Spot} spot
 * @returns {Near | null}
 */
export function near(spot) {
  let best = null;
  for (const each of reachable()) {
    const at = toScreen(each.x, each.y);
    const away = Math.hypot(at.x - spot.clientX, at.y - spot.clientY) * each.weight;
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
 * @param {Spot} spot
 * @returns {(Ghost & {away: number}) | null}
 */
export function nearGhost(spot) {
  if (!look.ghosts) return null;
  const kinds = { islands: ["slot", "harbour"], routes: ["dash"] }[look.step] ?? [];
  let best = null;
  for (const each of offered()) {
    if (!kinds.includes(each.kind)) continue;
    const at = toScreen(each.x, each.y);
    const away = Math.hypot(at.x - spot.clientX, at.y - spot.clientY);
    if (away <= REACH_PX && (!best || away < best.away)) best = { ...each, away };
  }
  return best;
}
