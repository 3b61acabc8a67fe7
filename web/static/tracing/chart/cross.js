// The cross: where Enter taps. Arrows move it while the chart has the focus. Units are mm.
import { desk } from "../desk.js";
import { tell } from "../told.js";
import { word } from "../words.js";
import { called, isMovable } from "./chosen.js";
import { draw, look, onDraw } from "./draw.js";
import { shape } from "./svg.js";
import { meant, suggested } from "./tap.js";
import { keepInSight, seen, toScreen } from "./view.js";

const chart = document.getElementById("chart");
// In these steps a tap does something.
const STEPS = ["islands", "stops", "routes", "lines", "cards"];
const at = { x: 0, y: 0, shown: false };
/** @type {Thing | null} */
let left = null;

// Whether this step has a cross at all.
export function isCrossed() {
  return STEPS.includes(look.step) && Boolean(desk.state?.view);
}

// Whether arrows move what is chosen: what Enter has put just now is left where it is.
export function carries() {
  return isMovable(look.chosen) && !look.from && look.chosen !== left;
}

// What is chosen stays where it is, and arrows go on with the cross.
export function leaveChosen() {
  left = look.chosen;
}

// It begins in the middle of what is seen.
export function showCross() {
  const { left: from, right, top, bottom } = seen();
  if (!at.shown || at.x < from || at.x > right || at.y < top || at.y > bottom) {
    setCross(Math.round((from + right) / 2), Math.round((top + bottom) / 2));
  }
  at.shown = true;
  draw();
}

/**
 * @param {number} x
 * @param {number} y
 */
export function setCross(x, y) {
  const { width_mm: width, height_mm: height } = desk.state.sheet;
  Object.assign(at, { x: hold(x, width), y: hold(y, height), shown: true });
}

/**
 * @param {number} value
 * @param {number} most
 */
function hold(value, most) {
  return Math.min(Math.max(value, 0), most);
}

/** @param {Point} by */
export function moveCross([dx, dy]) {
  showCross();
  setCross(at.x + dx, at.y + dy);
  keepInSight(at.x, at.y);
  draw();
}

// It stays in sight when the window changes.
export function keepCross() {
  if (at.shown) keepInSight(at.x, at.y);
}

/** @returns {Spot} */
export function crossed() {
  const { x, y } = toScreen(at.x, at.y);
  return { clientX: x, clientY: y };
}

// Where it is, and what lies under it.
export function tellCross() {
  const under = meant(crossed());
  const here = under ? called(under) : word(suggested(crossed()) ? "suggestion" : "nothing-here");
  tell(`${where(at)}: ${here}`);
}

// What is chosen; where nothing is, or it was only put just now, where the cross is.
export function tellChosen() {
  const { chosen } = look;
  if (!chosen || chosen === left) return tellCross();
  tell(`${called(chosen)}, ${word(carries() ? "carried" : "chosen")}`);
}

/** @param {{x: number, y: number}} at */
export function where({ x, y }) {
  /** @param {number} mm */
  const said = (mm) => `${Math.round(mm * 2) / 2} mm`;
  return word("where").replace("%x", said(x)).replace("%y", said(y));
}

chart.addEventListener("pointerdown", () => {
  at.shown = false;
  draw();
});

chart.addEventListener("focus", () => {
  if (at.shown && isCrossed()) tellChosen();
});

onDraw(() => {
  if (!at.shown || !isCrossed() || carries()) return;
  const arms = "M-20 0H-6M6 0H20M0-20V-6M0 6V20";
  const cross = shape(
    "g",
    { class: "cross" },
    shape("path", { class: "rim", d: arms }),
    shape("path", { class: "arms", d: arms }),
    shape("circle", { r: 1.5 }),
  );
  cross.style.transform = `translate(${at.x}px, ${at.y}px) scale(var(--px))`;
  chart.append(cross);
});
