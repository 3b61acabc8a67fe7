// Fingers and the mouse on the chart: a tap, a drag, and the window moved.
import { restore } from "../desk.js";
import { dragTo, hand, isMovable, placing, putAt, settle } from "./chosen.js";
import { near } from "./reach.js";
import { tap } from "./tap.js";
import { panBy, toSheet, zoomAt } from "./view.js";

const SLIP_PX = 5;
const chart = document.getElementById("chart");
/** @type {Map<number, PointerEvent>} */
const fingers = new Map();
/** @type {{x: number, y: number, slipped: boolean, corner: boolean, thing: Thing | null} | null} */
let held = null;
/** @type {{x: number, y: number, apart: number} | null} */
let pinch = null;

chart.addEventListener("pointerdown", (event) => {
  if (event.button > 0) return;
  settle();
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
  return !placing() && isMovable(thing) ? thing : null;
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
