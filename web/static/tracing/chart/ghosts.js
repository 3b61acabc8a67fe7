// What the photo shows that may be a place, less what is traced there already.
import { desk } from "../desk.js";

// The disc of its number is no slot of an island.
const NUMBER_MM = 4;
const NUMBER_SHARE = 0.6;
const SAME_SLOT_MM = 3;
const SAME_HARBOUR_MM = 6;
// A round here is the island itself.
const ISLAND_MM = 10;

// What lies on its suggestion up to this share of the reach would move no more when all are taken.
const LAID = 0.2;

/**
 * @param {End} end
 * @returns {Point}
 */
function middle({ x, y }) {
  return [x, y];
}

export function offered(share = 1) {
  const { islands, harbours, routes, stick, sheet } = desk.state;
  const number = Math.max(NUMBER_MM, NUMBER_SHARE * (sheet.pieces.marker?.diameter_mm ?? 0));
  /**
   * @param {Ghost} each
   * @param {(Point | Space)[]} at
   * @param {number} reach
   */
  const near = (each, at, reach) => at.some(([x, y]) => Math.hypot(x - each.x, y - each.y) < reach);
  const middles = islands.map(middle);
  const slots = islands.flatMap((each) => each.slots);
  const rounds = harbours.map(middle);
  const spaces = routes.flatMap((each) => each.lanes.flat()).filter(([, , , laid]) =>
    laid !== "even"
  );
  /** @type {Record<string, (each: Ghost) => boolean>} */
  const traced = {
    slot: (each) => near(each, middles, number) || near(each, slots, share * SAME_SLOT_MM),
    harbour: (each) =>
      near(each, rounds, share * SAME_HARBOUR_MM) || near(each, middles, ISLAND_MM),
    dash: (each) => near(each, spaces, stick[1] / 2),
  };
  return desk.ghosts.filter((each) => !traced[each.kind](each));
}

// The kinds of which taking all would still change something.
export function takeable() {
  return new Set(offered(LAID).map((each) => each.kind));
}
