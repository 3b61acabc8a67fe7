// The chart: the photo, what the machine suggests, and what is traced over it. Units are mm.
import { address, desk, endOf, nameOf } from "../desk.js";
import { offered } from "./ghosts.js";
import { drawStop, handles, strokes } from "./stops.js";
import { shape } from "./svg.js";
import { onView, setSheet, view } from "./view.js";

const chart = document.getElementById("chart");
/** @type {{step: string, chosen: Thing | null, from: string | null, lit: Lesson[], ghosts: boolean}} */
export const look = { step: "board", chosen: null, from: null, lit: [], ghosts: true };
const LABEL_PX = 12;
const NUMBER_PX = 15;
const HALO_MM = 15;
const RIM_PX = 2; // The dark rim of the letters.
/** @type {(() => void)[]} */
const listeners = [];

/**
 * Who draws something over all the rest.
 * @param {() => void} listener
 */
export function onDraw(listener) {
  listeners.push(listener);
}

export function draw() {
  const { state } = desk;
  if (!state) return;
  if (look.step === "corners") return;
  if (!state.view) return drawPhotoOnly(state);
  const { width_mm: width, height_mm: height } = state.sheet;
  setSheet(width, height);
  chart.replaceChildren(
    shape("image", {
      href: address(`flat.jpg?v=${state.view}`),
      width,
      height,
      preserveAspectRatio: "none",
    }),
    shape("g", { class: "ghosts" }, ...(look.ghosts ? offered().filter(shown).map(ghost) : [])),
    shape("g", { class: "routes" }, ...state.routes.map(route)),
    shape("g", { class: "islands" }, ...state.islands.map(island)),
    shape("g", { class: "harbours" }, ...state.harbours.map(harbour)),
    shape("g", { class: "lines" }, ...state.lines.map(drawLine)),
    shape("g", { class: "stops" }, ...state.stops.map((each) => drawStop(each, marks(each)))),
    shape(
      "g",
      { class: "faults" },
      ...state.remarks.filter((each) => each.stops && each.at).flatMap(faults),
    ),
    shape("g", { class: "lit" }, ...look.lit.map(lit)),
  );
  listeners.forEach((listener) => listener());
  size();
}

/** @param {Tracing} state */
function drawPhotoOnly(state) {
  if (!state.photo) {
    chart.replaceChildren();
    return;
  }
  const [width, height] = state.photo.size;
  setSheet(width, height);
  chart.replaceChildren(
    shape("image", {
      href: address(`photo.jpg?v=${state.photo.file}`),
      width,
      height,
      preserveAspectRatio: "none",
    }),
  );
}

/** @param {Ghost} each */
function shown(each) {
  return each.kind === "dash" ? look.step === "routes" : look.step === "islands";
}

/** @param {Ghost} each */
function ghost(each) {
  const attributes = { class: `ghost ghost-${each.kind}`, opacity: 0.45 + 0.5 * each.sureness };
  if (each.kind !== "dash") {
    return shape("circle", { ...attributes, cx: each.x, cy: each.y, r: each.length / 2 });
  }
  return stick(each.x, each.y, each.angle, each.length, desk.state.stick[1], attributes);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {number} length
 * @param {number} width
 * @param {object} attributes
 */
export function stick(x, y, angle, length, width, attributes) {
  return shape("rect", {
    ...attributes,
    x: -length / 2,
    y: -width / 2,
    width: length,
    height: width,
    rx: width / 4,
    transform: `translate(${x} ${y}) rotate(${angle})`,
  });
}

/** @param {Route} each */
function route(each) {
  const chosen = look.chosen?.key === each.key;
  const [length, width] = desk.state.stick;
  const spaces = each.lanes.flatMap((lane, laneIndex) =>
    lane.map(([x, y, angle, laid], index) => {
      const here = chosen && look.chosen.kind === "space" && look.chosen.lane === laneIndex &&
        look.chosen.index === index;
      return stick(x, y, angle, length, width, {
        class: `space ${laid}${here ? " here" : ""}`,
        "data-at": `${each.key}/${laneIndex}/${index}`,
      });
    })
  );
  return shape(
    "g",
    { class: `route${chosen ? " chosen" : ""}${bad(each.key)}`, "data-key": each.key },
    line(each),
    ...spaces,
    ...arrow(each),
  );
}

/** @param {Route} each */
function line(each) {
  const points = along(each);
  return shape("polyline", { class: "way", points: points.map((at) => at.join(",")).join(" ") });
}

/**
 * From end to end through the middle of the lanes.
 * @param {Route} each
 * @returns {Point[]}
 */
function along(each) {
  const [a, b] = [endOf(each.a), endOf(each.b)];
  const count = Math.max(...each.lanes.map((lane) => lane.length));
  const middle = Array.from({ length: count }, (_, index) => {
    const here = each.lanes.map((lane) => lane[Math.min(index, lane.length - 1)]);
    /** @type {Point} */
    const sum = here.reduce(([x, y], space) => [x + space[0], y + space[1]], [0, 0]);
    return /** @type {Point} */ (sum.map((each) => each / here.length));
  });
  return [[a.x, a.y], ...middle, [b.x, b.y]];
}

/** @param {Route} each */
function arrow(each) {
  if (!each.one_way) return [];
  const points = along(each);
  const [from, to] = each.one_way === "a>b" ? points.slice(-2) : points.slice(0, 2).reverse();
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return [
    shape("path", {
      class: "arrow",
      d: "M-4 -4L4 0L-4 4z",
      transform: `translate(${x} ${y}) rotate(${angle})`,
    }),
  ];
}

/** @param {End} each */
function island(each) {
  const chosen = look.chosen?.key === each.key;
  const marker = desk.state.sheet.pieces.marker?.diameter_mm ?? 8;
  const slots = each.slots.map(([x, y], index) => {
    const here = chosen && look.chosen.kind === "slot" && look.chosen.index === index;
    return shape("circle", {
      class: `slot${here ? " here" : ""}`,
      cx: x,
      cy: y,
      r: marker / 2,
      "data-at": `${each.key}/${index}`,
    });
  });
  const ties = each.slots.map(([x, y]) =>
    shape("line", { class: "tie", x1: each.x, y1: each.y, x2: x, y2: y })
  );
  return shape(
    "g",
    {
      class: `island${chosen ? " chosen" : ""}${from(each)}${bad(each.key)}${
        each.pinned || !each.map ? "" : " loose"
      }`,
      "data-key": each.key,
    },
    ...ties,
    ...slots,
    shape("circle", { class: "end", cx: each.x, cy: each.y, r: 4 }),
    shape(
      "text",
      { class: "label", x: each.x, y: each.y - 5 },
      each.value === null ? each.name : `${each.name} ${each.value}`,
    ),
  );
}

/** @param {End} each */
function harbour(each) {
  const chosen = look.chosen?.key === each.key;
  const kinds = desk.state.sheet.pieces.stick?.kinds ?? {};
  return shape(
    "g",
    {
      class: `harbour${chosen ? " chosen" : ""}${from(each)}${bad(each.key)}${
        each.pinned || !each.map ? "" : " loose"
      }`,
      "data-key": each.key,
    },
    shape("circle", {
      class: "end",
      cx: each.x,
      cy: each.y,
      r: 7,
      stroke: kinds[each.company] ?? null,
    }),
    shape("text", { class: "label", x: each.x, y: each.y - 9 }, nameOf(each)),
  );
}

/** @param {End} each */
function marks(each) {
  const chosen = look.chosen?.key === each.key ? " chosen" : "";
  return `${chosen}${from(each)}${bad(each.key)}${each.pinned || !each.map ? "" : " loose"}`;
}

/** @param {Line} each */
function drawLine(each) {
  const chosen = look.chosen?.key === each.key ? " chosen" : "";
  return shape(
    "g",
    { class: `line${chosen}${bad(each.key)}`, "data-key": each.key },
    ...strokes(each).map((points) =>
      shape("polyline", { class: "dots", points: points.join(" ") })
    ),
    // Only where lines are traced can one be taken hold of.
    ...(look.step === "lines" ? handles(each) : []).map(([x, y]) =>
      shape("circle", { class: "handle", cx: x, cy: y, r: 2 })
    ),
  );
}

/** @param {End} each */
function from(each) {
  return look.from === each.key ? " from" : "";
}

/** @param {string} key */
function bad(key) {
  return desk.state.remarks.some((each) => each.stops && each.keys.includes(key)) ? " bad" : "";
}

/** @param {Remark} each */
function faults(each) {
  return [each.at, ...each.more].map(([cx, cy]) =>
    shape("circle", { class: "fault-ring", cx, cy, r: 9 })
  );
}

/**
 * Places of the lessons: where a piece is to be laid, in its colour.
 * @param {Lesson} each
 */
function lit(each) {
  const top = each.y - HALO_MM < NUMBER_PX / view.scale;
  const attributes = {
    class: `to-lay${each.seen === false ? " unseen-piece" : ""}${each.seen ? " seen-piece" : ""}`,
    fill: each.colour,
  };
  const mark = each.piece === "stick"
    ? stick(each.x, each.y, each.angle, ...desk.state.stick, attributes)
    : shape("circle", {
      ...attributes,
      cx: each.x,
      cy: each.y,
      r: (desk.state.sheet.pieces.marker?.diameter_mm ?? 8) / 2,
    });
  return shape(
    "g",
    {},
    shape("circle", { class: "halo", cx: each.x, cy: each.y, r: HALO_MM }),
    mark,
    shape("text", {
      class: "label",
      x: each.x,
      // At the top of the board there is no room above.
      y: each.y + (top ? HALO_MM + 1 : -HALO_MM - 1),
      "dominant-baseline": top ? "hanging" : null,
    }, each.number),
  );
}

// Letters are as large as other small print, however close the chart is looked at.
function size() {
  chart.style.setProperty("--label", `${Math.min(LABEL_PX / view.scale, 9)}px`);
  chart.style.setProperty("--number", `${NUMBER_PX / view.scale}px`);
  chart.style.setProperty("--px", String(1 / view.scale));
  keepOnSheet();
}

// A long name at the rim moves in as far as it must to be read.
function keepOnSheet() {
  /** @type {SVGTextElement[]} */
  const labels = [...chart.querySelectorAll("text.label")];
  const rim = 2 * RIM_PX / view.scale;
  const lengths = labels.map((label) => Math.min(label.getComputedTextLength() + rim, view.width));
  for (const [index, label] of labels.entries()) {
    const x = Number(label.dataset.x ??= label.getAttribute("x"));
    const half = lengths[index] / 2;
    label.setAttribute("x", String(Math.min(Math.max(x, half), view.width - half)));
  }
}

onView(size);
