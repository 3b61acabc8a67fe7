// On a slow phone the chart is seen before the page's scripts listen. A tap on it meanwhile is kept,
// and made again when they do. This one is no module, so that it runs before the chart is drawn.
{
  /** @type {{target: Element, x: number, y: number} | null} */
  let tapped = null;

  /** @param {MouseEvent} event */
  const keep = (event) => {
    const target = /** @type {Element} */ (event.target);
    const layer = target.closest(".map:not([data-listens]) .layer");
    if (!layer) return;
    const box = layer.getBoundingClientRect();
    const x = (event.clientX - box.x) / box.width;
    tapped = { target, x, y: (event.clientY - box.y) / box.height };
  };
  document.addEventListener("click", keep);
  // Modules have run by then (HTML, "the end").
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", keep);
    const layer = tapped?.target.closest(".map[data-listens] .layer");
    if (!layer) return;
    const box = layer.getBoundingClientRect();
    const clientX = box.x + tapped.x * box.width;
    const clientY = box.y + tapped.y * box.height;
    tapped.target.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
  });
}
