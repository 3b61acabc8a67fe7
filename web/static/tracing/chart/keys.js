// Keys on the chart: everything that a finger does, and what is chosen moved, turned and removed.
import { step } from "../desk.js";
import { tell } from "../told.js";
import {
  called,
  choose,
  hand,
  nudge,
  partsOf,
  placeOf,
  placing,
  remove,
  settle,
  turn,
} from "./chosen.js";
import {
  carries,
  crossed,
  isCrossed,
  keepCross,
  leaveChosen,
  moveCross,
  setCross,
  showCross,
  tellChosen,
  tellCross,
  where,
} from "./cross.js";
import { draw, look } from "./draw.js";
import { tap } from "./tap.js";
import { keepInSight, panBy, zoomBy } from "./view.js";

const NUDGE_MM = 0.5;
const CROSS_MM = 1;
const FAR = 10; // With Shift so many times as far.
const PAN_PX = 40;
const TURN_DEG = 2;
/** Keys that put something each time. */
const TAPS = ["Enter", " "];
const chart = document.getElementById("chart");
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, () => unknown>} */
const KEYS = {
  Enter: tapHere,
  " ": tapHere,
  PageDown: () => chooseNext(1),
  PageUp: () => chooseNext(-1),
  Delete: removeHere,
  Backspace: removeHere,
  Escape: letGo,
  "[": () => turn(-TURN_DEG),
  "]": () => turn(TURN_DEG),
  "+": () => zoom(1),
  "-": () => zoom(-1),
};

chart.addEventListener("keydown", (event) => {
  const arrow = ARROWS[event.key];
  if (hand.corners?.key(event)) event.preventDefault();
  else if (arrow) {
    event.preventDefault();
    go(arrow, event.shiftKey ? FAR : 1);
  } else if (KEYS[event.key] && !isBrowsers(event)) {
    event.preventDefault();
    if (!event.repeat || !TAPS.includes(event.key)) KEYS[event.key]();
  }
});

/**
 * Whether the browser has its own use of it, as to enlarge the page. AltGr counts as Ctrl and Alt: many
 * keyboards have their brackets there.
 * @param {KeyboardEvent} event
 */
function isBrowsers(event) {
  return event.metaKey || (event.ctrlKey && !event.getModifierState("AltGraph"));
}

// Whoever comes by Tab sees at once where he is.
chart.addEventListener("keyup", (event) => {
  if (event.key !== "Tab" || !isCrossed()) return;
  showCross();
  tellChosen();
});

/**
 * @param {Point} way
 * @param {number} far
 */
function go([right, down], far) {
  if (carries()) {
    nudge([right * far * NUDGE_MM, down * far * NUDGE_MM]);
    const [x, y] = placeOf(look.chosen);
    setCross(x, y);
    keepInSight(x, y);
    tell(`${called(look.chosen)}: ${where({ x, y })}`);
  } else if (isCrossed()) {
    moveCross([right * far * CROSS_MM, down * far * CROSS_MM]);
    tellCross();
  } else panBy(-right * PAN_PX, -down * PAN_PX);
}

/**
 * A tap that is not answered yet: a second one at the same place is none.
 * @type {Spot | null}
 */
let onItsWay = null;

async function tapHere() {
  if (!isCrossed()) return;
  showCross();
  const here = crossed();
  if (here.clientX === onItsWay?.clientX && here.clientY === onItsWay.clientY) return;
  const puts = placing();
  onItsWay = here;
  try {
    await tap(here);
  } finally {
    if (onItsWay === here) onItsWay = null;
  }
  if (puts && look.chosen?.fresh !== undefined) leaveChosen();
  draw();
  if (document.activeElement === chart && look.step !== "cards") tellChosen();
}

function removeHere() {
  remove();
  if (isCrossed()) showCross();
}

function letGo() {
  choose(null);
  if (!isCrossed()) return;
  showCross();
  tellCross();
}

/**
 * The next space of the chosen route, or slot of the chosen island.
 * @param {number} by
 */
function chooseNext(by) {
  const { chosen } = look;
  const parts = partsOf(chosen);
  if (!parts.length) return;
  const now = parts.findIndex((each) =>
    each.kind === chosen.kind && each.lane === chosen.lane && each.index === chosen.index
  );
  const next = now < 0 ? (by > 0 ? 0 : parts.length - 1) : now + by + parts.length;
  choose(parts[next % parts.length]);
  const [x, y] = placeOf(look.chosen);
  setCross(x, y);
  keepInSight(x, y);
  tellChosen();
}

// Whoever leaves the page leaves nothing that he has moved behind.
addEventListener("pagehide", settle);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) settle();
});

/** @param {number} direction */
function zoom(direction) {
  zoomBy(direction);
  if (isCrossed()) keepCross();
}

/**
 * The step before, or after: of the rings over the photo where one was moved, else of the board.
 * @param {"undo" | "redo"} way
 */
export function takeBack(way) {
  settle();
  if (!hand.corners?.[way]()) step(way);
}

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  takeBack(key === "y" || event.shiftKey ? "redo" : "undo");
});
