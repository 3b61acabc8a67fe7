// The chart's window on the photo: moved by one finger, made larger by two, by the wheel or by keys.
const LARGEST = 14;
const STEP = 1.5;
const AROUND = 1 / 6;

export const view = { width: 1, height: 1, x: 0, y: 0, scale: 1, zoom: 1 };
const chart = document.getElementById("chart");
/** @type {((seen: typeof view) => void)[]} */
const listeners = [];

/** @param {(seen: typeof view) => void} listener */
export function onView(listener) {
  listeners.push(listener);
}

/**
 * The sheet that is looked at, in its own units; the window goes back to all of it when it changes.
 * @param {number} width
 * @param {number} height
 */
export function setSheet(width, height) {
  if (view.width === width && view.height === height) return;
  Object.assign(view, { width, height });
  whole();
}

export function whole() {
  view.zoom = 1;
  place(view.width / 2, view.height / 2);
}

function fit() {
  const box = chart.getBoundingClientRect();
  return Math.min(box.width / view.width, box.height / view.height) || 1;
}

/**
 * @param {number} middleX
 * @param {number} middleY
 */
function place(middleX, middleY) {
  const box = chart.getBoundingClientRect();
  if (!box.width) return;
  view.scale = fit() * view.zoom;
  const [w, h] = [box.width / view.scale, box.height / view.scale];
  view.x = hold(middleX - w / 2, w, view.width);
  view.y = hold(middleY - h / 2, h, view.height);
  chart.setAttribute("viewBox", `${view.x} ${view.y} ${w} ${h}`);
  listeners.forEach((listener) => listener(view));
}

/**
 * At most a fifth of the window may look beyond the sheet.
 * @param {number} start
 * @param {number} length
 * @param {number} all
 */
function hold(start, length, all) {
  const slack = length / 5;
  if (length >= all) return (all - length) / 2;
  return Math.min(Math.max(start, -slack), all - length + slack);
}

/** @param {Spot} event */
export function toSheet(event) {
  const box = chart.getBoundingClientRect();
  return {
    x: view.x + (event.clientX - box.x) / view.scale,
    y: view.y + (event.clientY - box.y) / view.scale,
  };
}

/**
 * @param {number} x
 * @param {number} y
 */
export function toScreen(x, y) {
  const box = chart.getBoundingClientRect();
  return { x: box.x + (x - view.x) * view.scale, y: box.y + (y - view.y) * view.scale };
}

/**
 * @param {number} dx
 * @param {number} dy
 */
export function panBy(dx, dy) {
  const box = chart.getBoundingClientRect();
  place(
    view.x - dx / view.scale + box.width / view.scale / 2,
    view.y - dy / view.scale + box.height / view.scale / 2,
  );
}

/**
 * Zoom so that the sheet's point under a place of the window stays there.
 * @param {number} factor
 * @param {number} clientX
 * @param {number} clientY
 */
export function zoomAt(factor, clientX, clientY) {
  const box = chart.getBoundingClientRect();
  const at = toSheet({ clientX, clientY });
  view.zoom = Math.min(Math.max(view.zoom * factor, 1), LARGEST);
  const scale = fit() * view.zoom;
  place(
    at.x - (clientX - box.x - box.width / 2) / scale,
    at.y - (clientY - box.y - box.height / 2) / scale,
  );
}

/** @param {number} direction */
export function zoomBy(direction) {
  const box = chart.getBoundingClientRect();
  zoomAt(direction > 0 ? STEP : 1 / STEP, box.x + box.width / 2, box.y + box.height / 2);
}

// The part of the sheet that is on the screen now.
export function seen() {
  const box = chart.getBoundingClientRect();
  const from = toSheet({ clientX: box.left, clientY: Math.max(box.top, 0) });
  const to = toSheet({ clientX: box.right, clientY: Math.min(box.bottom, innerHeight) });
  return {
    left: Math.max(from.x, 0),
    right: Math.min(to.x, view.width),
    top: Math.max(from.y, 0),
    bottom: Math.min(to.y, view.height),
  };
}

/**
 * Move the window no farther than it must, so that a point is seen with something around it.
 * @param {number} x
 * @param {number} y
 */
export function keepInSight(x, y) {
  const box = chart.getBoundingClientRect();
  const at = toScreen(x, y);
  const room = Math.min(box.width, box.height) * AROUND;
  /** @param {number} place @param {number} from @param {number} to */
  const over = (place, from, to) =>
    Math.max(from + room - place, 0) || Math.min(to - room - place, 0);
  const [dx, dy] = [over(at.x, box.left, box.right), over(at.y, box.top, box.bottom)];
  if (dx || dy) panBy(dx, dy);
}

// Keys go to the chart, and it is seen.
export function takeUp() {
  chart.focus({ preventScroll: true });
  chart.closest(".stage").scrollIntoView({ block: "nearest" });
}

/**
 * Bring a point into the middle, close enough to work there.
 * @param {number} x
 * @param {number} y
 * @param {number} [zoom]
 */
export function lookAt(x, y, zoom = 2.5) {
  view.zoom = Math.max(view.zoom, zoom);
  place(x, y);
}

chart.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
}, { passive: false });
new ResizeObserver(() =>
  place(view.x + chart.clientWidth / view.scale / 2, view.y + chart.clientHeight / view.scale / 2)
).observe(chart);
