// The board's four corners: rings over the photo, and a glass that shows the one that is held.
import { address, desk, post } from "../desk.js";
import { tell } from "../told.js";
import { word } from "../words.js";
import { look } from "./draw.js";
import { hand } from "./chosen.js";
import { shape } from "./svg.js";
import { onView, setSheet, toScreen, toSheet, view } from "./view.js";

const REACH_PX = 40;
const GLASS_PX = 150;
const GLASS_ZOOM = 4;
const CLOSE_MM = 25;
// Rings that were moved and not taken yet outlive the page: they were work.
const LEFT = address("corners");
const chart = document.getElementById("chart");
const closeUps = document.getElementById("close-ups");
/** @type {Point[]} */
let rings = null;
/** @type {number | null} */
let held = null;
/** @type {string | null} */
let photo = null;
/** @type {Point} */
let offset = [0, 0];
// The rings as they were before each move: undo takes one move back after the other.
/** @type {{undo: Point[][], redo: Point[][]}} */
const moves = { undo: [], redo: [] };
// A drag, or the strokes on one ring, are one move.
let moving = false;

export function openCorners() {
  const { state } = desk;
  const now = state.photo;
  const name = now && now.file + JSON.stringify(now.corners);
  if (!now) {
    photo = rings = held = null;
    return;
  }
  if (photo !== name) {
    photo = name;
    const last = left();
    rings = last?.rings ?? (now.corners.length ? structuredClone(now.corners) : guess(now.size));
    Object.assign(moves, last?.moves ?? { undo: [], redo: [] });
  }
  hand.corners = {
    grab,
    drag,
    drop,
    key,
    can: (way) => moves[way].length > 0,
    undo: () => takeBack("undo", "redo"),
    redo: () => takeBack("redo", "undo"),
  };
  setSheet(...now.size);
  drawCorners();
}

function keep() {
  localStorage.setItem(LEFT, JSON.stringify({ photo, rings, moves }));
}

/**
 * How the rings of this photo were left.
 * @returns {{rings: Point[], moves: {undo: Point[][], redo: Point[][]}} | null}
 */
function left() {
  const last = JSON.parse(localStorage.getItem(LEFT));
  return last?.photo === photo ? last : null;
}

function remember() {
  if (moving) return;
  moving = true;
  moves.undo.push(structuredClone(rings));
  moves.redo = [];
  hand.stepped();
}

/**
 * @param {"undo" | "redo"} way
 * @param {"undo" | "redo"} back
 */
function takeBack(way, back) {
  if (!moves[way].length) return false;
  moves[back].push(rings);
  rings = moves[way].pop();
  moving = false;
  keep();
  hand.stepped();
  drawCorners();
  if (held !== null) tellHeld();
  return true;
}

/**
 * @param {Point} size
 * @returns {Point[]}
 */
function guess([width, height]) {
  const side = 0.4 * Math.min(width, height);
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map((
    [x, y],
  ) => [width / 2 + x * side, height / 2 + y * side]);
}

function drawCorners() {
  if (look.step !== "corners" || !rings) return;
  const [width, height] = desk.state.photo.size;
  const image = () =>
    shape("image", {
      href: address(`photo.jpg?v=${desk.state.photo.file}`),
      width,
      height,
      preserveAspectRatio: "none",
    });
  const px = 1 / view.scale;
  chart.style.setProperty("--corner", `${18 * px}px`);
  drawCloseUps(image);
  // What the outline found told of the photo is not true of another one.
  const moved = JSON.stringify(rings) !== JSON.stringify(desk.state.photo.corners);
  for (const each of document.querySelectorAll("[data-step=corners] [data-outline]")) {
    each.hidden = moved;
  }
  chart.replaceChildren(
    image(),
    shape("polygon", { class: "outline", points: rings.map((ring) => ring.join(",")).join(" ") }),
    ...desk.state.photo.faults.filter((each) => each.at && !(moved && each.outline)).map((each) =>
      shape("circle", { class: "fault-ring", cx: each.at[0], cy: each.at[1], r: 26 * px })
    ),
    ...rings.map(([x, y], index) =>
      shape(
        "g",
        { class: `corner${held === index ? " held" : ""}`, transform: `translate(${x} ${y})` },
        shape("circle", { r: 22 * px, class: "reach" }),
        shape("circle", { r: 12 * px, class: "ring" }),
        shape("circle", { r: 1.5 * px, class: "point" }),
        shape("text", { y: -18 * px, class: "corner-number" }, index + 1),
      )
    ),
    ...(held === null ? [] : [glass(image, px)]),
  );
}

/**
 * All four corners from close by, so that one look tells whether each sits on the print.
 * @param {() => SVGElement} image
 */
function drawCloseUps(image) {
  const [[ax, ay], [bx, by]] = rings;
  const reach = CLOSE_MM * Math.hypot(bx - ax, by - ay) / desk.state.sheet.width_mm;
  closeUps.replaceChildren(...rings.map(([x, y], index) => {
    const next = rings[(index + 1) % 4];
    const last = rings[(index + 3) % 4];
    /** @param {Point} to */
    const way = (to) => [x + (to[0] - x) * 0.2, y + (to[1] - y) * 0.2].join(" ");
    const close = shape(
      "svg",
      {
        viewBox: `${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`,
        class: "close-up",
        role: "img",
        "aria-label": `${word("corner")} ${index + 1}`,
      },
      image(),
      shape("path", { class: "hair", d: `M${way(last)}L${x} ${y}L${way(next)}` }),
      shape("circle", { class: "hair", cx: x, cy: y, r: reach / 12 }),
    );
    const item = document.createElement("li");
    item.append(close, `${index + 1}`);
    return item;
  }));
}

/**
 * The glass stands in the corner of the window that is farthest from the finger.
 * @param {() => SVGElement} image
 * @param {number} px
 */
function glass(image, px) {
  const [x, y] = rings[held];
  const at = toScreen(x, y);
  const box = chart.getBoundingClientRect();
  const size = GLASS_PX * px;
  const left = at.x - box.x > box.width / 2
    ? view.x + 8 * px
    : view.x + (box.width - GLASS_PX - 8) * px;
  const top = at.y - box.y > box.height / 2
    ? view.y + 8 * px
    : view.y + (box.height - GLASS_PX - 8) * px;
  const reach = size / GLASS_ZOOM;
  return shape(
    "g",
    { class: "glass" },
    shape(
      "svg",
      {
        x: left,
        y: top,
        width: size,
        height: size,
        viewBox: `${x - reach / 2} ${y - reach / 2} ${reach} ${reach}`,
      },
      image(),
      shape("path", {
        class: "hair",
        d: `M${x - reach} ${y}H${x + reach}M${x} ${y - reach}V${y + reach}`,
      }),
    ),
    shape("rect", { x: left, y: top, width: size, height: size, class: "glass-rim" }),
  );
}

/** @param {MouseEvent} event */
function grab(event) {
  const away = rings.map(([x, y]) => {
    const at = toScreen(x, y);
    return Math.hypot(at.x - event.clientX, at.y - event.clientY);
  });
  const nearest = away.indexOf(Math.min(...away));
  if (away[nearest] > REACH_PX) return false;
  const { x, y } = toSheet(event);
  held = nearest;
  moving = false;
  // The ring keeps its distance to the finger, so that a touch alone moves nothing.
  offset = [rings[held][0] - x, rings[held][1] - y];
  drawCorners();
  return true;
}

/** @param {MouseEvent} event */
function drag(event) {
  const { x, y } = toSheet(event);
  remember();
  rings[held] = [x + offset[0], y + offset[1]];
  drawCorners();
}

function drop() {
  if (moving) keep();
  held = null;
  moving = false;
  drawCorners();
}

/**
 * @param {Point} from
 * @param {Point} way
 * @param {number} by
 * @returns {Point}
 */
function moved([x, y], [right, down], by) {
  return [x + right * by, y + down * by];
}

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * By keys: a number takes a corner, arrows move it, Escape lets it go.
 * @param {KeyboardEvent} event
 */
function key(event) {
  if (event.key >= "1" && event.key <= "4") {
    held = Number(event.key) - 1;
    moving = false;
  } else if (held !== null && ARROWS[event.key]) {
    remember();
    rings[held] = moved(rings[held], ARROWS[event.key], event.shiftKey ? 10 : 1);
    keep();
  } else if (event.key === "Escape" && held !== null) {
    drop();
    return true;
  } else return false;
  drawCorners();
  tellHeld();
  return true;
}

function tellHeld() {
  const [x, y] = rings[held].map((px) => `${Math.round(px)} px`);
  tell(`${word("corner")} ${held + 1}: ${word("where").replace("%x", x).replace("%y", y)}`);
}

document.getElementById("turn-corners").addEventListener("click", () => {
  moving = false;
  remember();
  moving = false;
  rings = [...rings.slice(1), rings[0]];
  keep();
  drawCorners();
});

/**
 * Takes the corners as the rings mark them; ``renumbered`` where the print begins at another one.
 * @returns {Promise<{renumbered: boolean} | null>}
 */
export async function takeCorners() {
  const [[x, y]] = rings;
  const told = await post("corners", () => ({ px: rings }));
  if (!told) return null;
  localStorage.removeItem(LEFT);
  photo = null; // The rings are those of the table from now on, even where it had the same before.
  /** @type {Point[]} */
  const corners = told.photo.corners;
  const away = corners.map((corner) => Math.hypot(corner[0] - x, corner[1] - y));
  return { renumbered: away.indexOf(Math.min(...away)) > 0 };
}

onView(drawCorners);
