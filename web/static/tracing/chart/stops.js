// Stops and lines as they are drawn over the photo, and where a line can be taken hold of.
import { desk, endOf } from "../desk.js";
import { shape } from "./svg.js";

/**
 * A line as straight strokes: one, or two where it leaves the map and comes in again.
 * @param {Line} each
 * @returns {Point[][]}
 */
export function strokes(each) {
  const [a, b] = [endOf(each.a), endOf(each.b)];
  if (!each.over_edge) return [[[a.x, a.y], [b.x, b.y]]];
  const [left, right] = a.x < b.x ? [a, b] : [b, a];
  const width = desk.state.sheet.width_mm;
  const out = width - right.x;
  const y = right.y + (left.y - right.y) * out / Math.max(out + left.x, 1);
  return [[[right.x, right.y], [width, y]], [[0, y], [left.x, left.y]]];
}

/**
 * The middle of each stroke.
 * @param {Line} each
 * @returns {Point[]}
 */
export function handles(each) {
  return strokes(each).map(([[ax, ay], [bx, by]]) => [(ax + bx) / 2, (ay + by) / 2]);
}

/**
 * A port is a small rectangle in its product's colour, a stranding place a large white one.
 * @param {End} each
 * @param {string} marks
 */
export function drawStop(each, marks) {
  const [wide, high] = each.strands ? [16, 10] : [9, 7];
  const sold = desk.state.products.find(({ id }) => id === each.product);
  const mark = shape("rect", {
    class: "end",
    x: each.x - wide / 2,
    y: each.y - high / 2,
    width: wide,
    height: high,
  });
  if (each.strands || sold) mark.style.fill = sold?.colour ?? "#fff";
  return shape(
    "g",
    { class: `stop${marks}`, "data-key": each.key },
    mark,
    shape("circle", { class: "point", cx: each.x, cy: each.y, r: 0.8 }),
    shape(
      "text",
      { class: "label", x: each.x, y: each.y - high / 2 - 1.5 },
      each.zone === null ? each.name : `${each.name} ${each.zone}`,
    ),
  );
}
