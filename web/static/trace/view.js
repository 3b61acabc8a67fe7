// The chart's window on the photo: moved by one finger, made larger by two, by the wheel or by keys.
const LARGEST = 14;
const STEP = 1.5;

export const view = { width: 1, height: 1, x: 0, y: 0, scale: 1 };
const chart = document.getElementById("chart");
const listeners = [];

export function onView(listener) {
  listeners.push(listener);
}

// The sheet that is looked at, in its own units; the window goes back to all of it when it changes.
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

// At most a fifth of the window may look beyond the sheet.
function hold(start, length, all) {
  const slack = length / 5;
  if (length >= all) return (all - length) / 2;
  return Math.min(Math.max(start, -slack), all - length + slack);
}

export function toSheet(event) {
  const box = chart.getBoundingClientRect();
  return { x: view.x + (event.clientX - box.x) / view.scale, y: view.y + (event.clientY - box.y) / view.scale };
}

export function toScreen(x, y) {
  const box = chart.getBoundingClientRect();
  return { x: box.x + (x - view.x) * view.scale, y: box.y + (y - view.y) * view.scale };
}

export function panBy(dx, dy) {
  const box = chart.getBoundingClientRect();
  place(view.x - dx / view.scale + box.width / view.scale / 2, view.y - dy / view.scale + box.height / view.scale / 2);
}

// Zoom so that the sheet's point under a place of the window stays there.
export function zoomAt(factor, clientX, clientY) {
  const box = chart.getBoundingClientRect();
  const at = toSheet({ clientX, clientY });
  view.zoom = Math.min(Math.max(view.zoom * factor, 1), LARGEST);
  const scale = fit() * view.zoom;
  place(at.x - (clientX - box.x - box.width / 2) / scale, at.y - (clientY - box.y - box.height / 2) / scale);
}

export function zoomBy(direction) {
  const box = chart.getBoundingClientRect();
  zoomAt(direction > 0 ? STEP : 1 / STEP, box.x + box.width / 2, box.y + box.height / 2);
}

// Bring a point into the middle, close enough to work there.
export function lookAt(x, y, zoom = 2.5) {
  view.zoom = Math.max(view.zoom, zoom);
  place(x, y);
}

chart.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
}, { passive: false });
new ResizeObserver(() => place(view.x + chart.clientWidth / view.scale / 2, view.y + chart.clientHeight / view.scale / 2)).observe(chart);
view.zoom = 1;
