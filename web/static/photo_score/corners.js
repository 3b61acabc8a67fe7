// Four handles on a photo, one for each corner of the board: dragged, tapped, or moved by the arrow
// keys. They and the numbers of the form say the same.
const STEP = 0.5;
const LARGE_STEP = 5;
const MAGNIFIED = 3;
/** @type {Record<string, Point>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/**
 * Those under a finger; each finger moves its own.
 * @type {Set<HTMLElement>}
 */
const held = new Set();

/**
 * @param {HTMLElement} handle
 * @param {string} axis
 * @returns {HTMLInputElement}
 */
function field(handle, axis) {
  return handle.closest("form").elements[axis + handle.dataset.corner];
}

/** @param {HTMLElement} handle */
function at(handle) {
  return ["x", "y"].map((axis) => Number(field(handle, axis).value));
}

/**
 * @param {HTMLElement} handle
 * @param {number[]} place
 */
function put(handle, place) {
  ["x", "y"].forEach((axis, index) => {
    field(handle, axis).value = Math.min(Math.max(place[index], 0), 100).toFixed(2);
  });
  draw(handle.closest("form"));
}

/** @param {HTMLFormElement} form */
function draw(form) {
  const handles = [...form.querySelectorAll(".handle")];
  for (const handle of handles) {
    [handle.style.left, handle.style.top] = at(handle).map((each) => `${each}%`);
  }
  form.querySelector("polygon").setAttribute(
    "points",
    handles.map((handle) => at(handle).join()).join(" "),
  );
}

/**
 * @param {HTMLFormElement} form
 * @param {MouseEvent} event
 */
function under(form, event) {
  const box = form.querySelector("img").getBoundingClientRect();
  return [
    (100 * (event.clientX - box.x)) / box.width,
    (100 * (event.clientY - box.y)) / box.height,
  ];
}

/**
 * @param {HTMLFormElement} form
 * @param {number[]} place
 * @returns {HTMLElement}
 */
function nearest(form, [x, y]) {
  /** @param {HTMLElement} handle */
  const away = (handle) => Math.hypot(at(handle)[0] - x, at(handle)[1] - y);
  return [...form.querySelectorAll(".handle")].reduce((
    best,
    each,
  ) => (away(each) < away(best) ? each : best));
}

/**
 * What lies under the finger is shown beside it, larger.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} handle
 */
function magnify(form, handle) {
  const [image, loupe] = [form.querySelector("img"), form.querySelector(".loupe")];
  const [x, y] = at(handle);
  loupe.hidden = false;
  loupe.classList.toggle("low", y < 45);
  const side = loupe.clientWidth;
  loupe.style.backgroundImage = `url("${image.src}")`;
  loupe.style.backgroundSize = `${image.clientWidth * MAGNIFIED}px ${
    image.clientHeight * MAGNIFIED
  }px`;
  /**
   * @param {number} share
   * @param {number} length
   */
  const shift = (share, length) => `${side / 2 - (share / 100) * length * MAGNIFIED}px`;
  loupe.style.backgroundPosition = `${shift(x, image.clientWidth)} ${shift(y, image.clientHeight)}`;
}

document.addEventListener("pointerdown", (event) => {
  const sheet = event.target.closest(".corner-sheet");
  if (!sheet) return;
  const form = sheet.closest("form");
  const handle = event.target.closest(".handle") ?? nearest(form, under(form, event));
  event.preventDefault();
  if (held.has(handle)) return;
  held.add(handle);
  handle.focus();
  handle.setPointerCapture(event.pointerId);
  const grip = event.target === handle
    ? under(form, event).map((each, index) => each - at(handle)[index])
    : [0, 0];
  /** @param {PointerEvent} moved */
  const move = (moved) => {
    put(handle, under(form, moved).map((each, index) => each - grip[index]));
    magnify(form, handle);
  };
  move(event);
  const drag = new AbortController();
  const { signal } = drag;
  document.addEventListener("pointermove", (moved) => {
    if (moved.pointerId === event.pointerId) move(moved);
  }, { signal });
  // Lifted, cancelled, or the handle is no longer there.
  document.addEventListener("lostpointercapture", (lost) => {
    if (lost.pointerId !== event.pointerId) return;
    drag.abort();
    held.delete(handle);
    form.querySelector(".loupe").hidden = true;
  }, { signal });
});

document.addEventListener("keydown", (event) => {
  const handle = event.target.closest?.(".handle");
  if (!handle || !KEYS[event.key]) return;
  event.preventDefault();
  const step = event.shiftKey ? LARGE_STEP : STEP;
  put(handle, at(handle).map((each, index) => each + step * KEYS[event.key][index]));
});

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-corners]");
  if (form) draw(form);
});

function begin() {
  for (const form of document.querySelectorAll("form[data-corners]")) draw(form);
}

document.addEventListener("shown", begin);
begin();
