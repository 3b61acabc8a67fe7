// The chart from close by, and a table that grows.
const LARGEST = 5;
const STEP = 1.6;
const FINGER_PX = 44;
const SUM_PX = 13;
const LARGEST_SUM_MM = 17;

/**
 * Sums are as large as other small print, however large the chart.
 * @param {SVGSVGElement} layer
 */
function sizeSums(layer) {
  const size = (SUM_PX * layer.viewBox.baseVal.width) / (layer.clientWidth || 1);
  layer.style.setProperty("--sum", String(Math.min(size, LARGEST_SUM_MM)));
}

/**
 * Larger and smaller: by the buttons in steps, by two fingers freely; one finger moves the chart.
 * `follow` takes over the measures of a table that grows.
 * @param {HTMLElement} map
 */
export function zoomable(map) {
  const sheet = map.querySelector(".map-sheet");
  const view = map.querySelector(".map-window");
  /** @type {SVGSVGElement} */
  const layer = map.querySelector(".layer");
  let zoom = 1;
  let down = 0;
  /** @type {{x: number, y: number, apart: number, to: {zoom: number, x: number, y: number}} | null} */
  let pinch = null;

  function sizeSheet() {
    sheet.style.width = sheet.style.height = `${zoom * 100}%`;
  }

  /**
   * The point of the chart under (x, y) of the window comes to lie under (toX, toY).
   * @param {number} wanted
   * @param {number} x
   * @param {number} y
   * @param {number} [toX]
   * @param {number} [toY]
   */
  function enlarge(wanted, x, y, toX = x, toY = y) {
    const next = bounded(wanted);
    const left = ((view.scrollLeft + x) * next) / zoom;
    const top = ((view.scrollTop + y) * next) / zoom;
    zoom = next;
    sizeSheet();
    map.classList.toggle("larger", zoom > 1);
    view.scrollTo(left - toX, top - toY);
    sizeSums(layer);
  }

  map.querySelector(".map-tools").addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    /** @type {Point} */
    const middle = [view.clientWidth / 2, view.clientHeight / 2];
    const first = zoom === 1 ? lit(layer, view) : null;
    const larger = first ? first.zoom : zoom * STEP;
    const from = first ? first.middle : middle;
    enlarge(Number(button.dataset.zoom) > 0 ? larger : zoom / STEP, ...from, ...middle);
  });
  // Under two fingers the chart is stretched as it stands, and laid out anew when they leave it: to
  // draw a whole table for each step would be too slow for a phone.
  /** @param {TouchList} touches */
  function stretch(touches) {
    const { x, y, apart } = fingers(view, touches);
    pinch.to = { zoom: bounded((zoom * apart) / pinch.apart), x, y };
    sheet.style.transformOrigin = `${view.scrollLeft + pinch.x}px ${view.scrollTop + pinch.y}px`;
    sheet.style.transform = `translate(${x - pinch.x}px, ${y - pinch.y}px) scale(${
      pinch.to.zoom / zoom
    })`;
  }

  function settle() {
    if (!pinch) return;
    const { x, y, to } = pinch;
    pinch = null;
    sheet.style.transform = sheet.style.willChange = "";
    enlarge(to.zoom, x, y, to.x, to.y);
  }

  view.addEventListener("touchstart", (event) => {
    settle();
    if (event.touches.length !== 2) return;
    const { x, y, apart } = fingers(view, event.touches);
    pinch = { x, y, apart, to: { zoom, x, y } };
    sheet.style.willChange = "transform";
  }, { passive: true });
  view.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    stretch(event.touches);
  }, { passive: false });
  view.addEventListener("touchend", settle, { passive: true });
  view.addEventListener("touchcancel", settle, { passive: true });
  // The table grows when no finger is on it: what is being aimed at stays where it is. Looked at from
  // close by, everything keeps its place and size; seen whole, it stays whole.
  function follow() {
    const wanted = /** @type {HTMLElement | null} */ (layer.querySelector("[data-box]"))?.dataset
      .box;
    if (!wanted || down || wanted === layer.getAttribute("viewBox")) return;
    const { x: left, y: top, width } = layer.viewBox.baseVal;
    layer.setAttribute("viewBox", wanted);
    map.querySelector(".map-measure").setAttribute("viewBox", wanted);
    if (zoom > 1) {
      const now = layer.viewBox.baseVal;
      const larger = now.width / width;
      const pxPerMm = sheet.clientWidth / width;
      const x = view.scrollLeft + (left - now.x) * pxPerMm;
      const y = view.scrollTop + (top - now.y) * pxPerMm;
      zoom = Math.min(Math.max(zoom * larger, 1), LARGEST);
      sizeSheet();
      const kept = sheet.clientWidth / now.width / pxPerMm;
      view.scrollTo(x * kept, y * kept);
    }
    sizeSums(layer);
  }
  const fingersOf = (/** @type {TouchEvent} */ event) => {
    down = event.touches.length;
    if (!down) setTimeout(follow);
  };
  for (const kind of ["touchstart", "touchend", "touchcancel"]) {
    view.addEventListener(kind, /** @type {EventListener} */ (fingersOf), { passive: true });
  }
  addEventListener("resize", () => sizeSums(layer));
  sizeSums(layer);
  return { follow };
}

/** @param {number} zoom */
function bounded(zoom) {
  return Math.min(Math.max(zoom, 1), LARGEST);
}

/**
 * Where a first look closer leads: to the middle of all that is lit, a step at least, and on until a
 * finger hits the smallest of it, or it is as wide or as high as the window is wide.
 * @param {Element} layer
 * @param {Element} view
 * @returns {{middle: Point, zoom: number} | null}
 */
function lit(layer, view) {
  const boxes = [...layer.querySelectorAll(".spot.offered")].map((spot) =>
    spot.getBoundingClientRect()
  );
  if (!boxes.length) return null;
  const edge = view.getBoundingClientRect();
  /** @param {number[]} places */
  const middle = (places) => (Math.min(...places) + Math.max(...places)) / 2;
  const [across, down] = [
    boxes.map((box) => box.x + box.width / 2),
    boxes.map((box) => box.y + box.height / 2),
  ];
  const smallest = Math.min(...boxes.map((box) => box.width));
  /** @param {number[]} places */
  const extent = (places) => Math.max(...places) - Math.min(...places) + smallest;
  const fills = view.clientWidth / Math.max(extent(across), extent(down));
  return {
    middle: [middle(across) - edge.x, middle(down) - edge.y],
    zoom: Math.max(STEP, Math.min(fills, FINGER_PX / smallest)),
  };
}

/**
 * @param {Element} view
 * @param {TouchList} touches
 */
function fingers(view, touches) {
  const edge = view.getBoundingClientRect();
  const [one, other] = touches;
  return {
    x: (one.clientX + other.clientX) / 2 - edge.x,
    y: (one.clientY + other.clientY) / 2 - edge.y,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
  };
}
