// The chart by keyboard: arrows go from one lit place to the next, Enter taps it.
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2;

/**
 * `offered` gives what each place offers; `point` shows a place, or none. What is returned shows where
 * the keyboard stands once more, after the chart was lit anew.
 * @param {HTMLElement} map
 * @param {HTMLElement} layer
 * @param {() => Offers} offered
 * @param {(layer: Element, place?: string | null) => void} point
 */
export function walkChart(map, layer, offered, point) {
  const view = map.querySelector(".map-window");
  if (!document.querySelector(".acting")) return () => {};
  Object.assign(view, { tabIndex: 0, role: "application", ariaLabel: view.dataset.walked });
  /** @type {string | null} */
  let at = null;
  /** @param {HTMLElement} spot */
  const go = (spot) => {
    at = spot.dataset.id;
    point(layer, at);
    spot.scrollIntoView({ block: "nearest", inline: "nearest" });
    document.getElementById("heard").textContent = said(offered()[at] ?? []);
  };
  view.addEventListener("keydown", (event) => {
    const lit = [...layer.querySelectorAll(".spot.offered")];
    const here = lit.find((each) => each.dataset.id === at);
    if (event.key === "Enter" && here) tap(here);
    else if (event.key === "Escape") point(layer, at = null);
    else if (ARROWS[event.key] && lit.length) {
      go(here ? next(lit, here, ARROWS[event.key]) : lit[0]);
    } else return;
    event.preventDefault();
  });
  view.addEventListener("blur", () => point(layer));
  return () => {
    if (document.activeElement === view && at && offered()[at]) point(layer, at);
  };
}

/**
 * @param {Element} spot
 * @returns {Point}
 */
function middle(spot) {
  const box = spot.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * The nearest lit place on that side; what lies aside counts double. On the rim it stays where it is.
 * @param {HTMLElement[]} lit
 * @param {HTMLElement} here
 * @param {Point} way
 * @returns {HTMLElement}
 */
function next(lit, here, [right, down]) {
  const [x, y] = middle(here);
  /** @type {[number, HTMLElement]} */
  let best = [Infinity, here];
  for (const each of lit) {
    const [dx, dy] = [middle(each)[0] - x, middle(each)[1] - y];
    const [ahead, aside] = right ? [dx * right, Math.abs(dy)] : [dy * down, Math.abs(dx)];
    if (each !== here && ahead > 0.5 && ahead + ASIDE * aside < best[0]) {
      best = [ahead + ASIDE * aside, each];
    }
  }
  return best[1];
}

/**
 * The same as a finger in the middle of the place.
 * @param {Element} spot
 */
function tap(spot) {
  const [clientX, clientY] = middle(spot);
  spot.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
}

/**
 * All that a place offers, and which place it is where another one offers the same.
 * @param {Offer[]} offers
 */
function said(offers) {
  const told = offers.map((each) => `${each.label} ${each.earned ?? ""}`.trim());
  const where = offers.find((each) => each.where)?.where;
  return [...told, ...(where ? [where] : [])].join(", ");
}
