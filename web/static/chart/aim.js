// What a tap is aimed at: a lit place in a finger's reach, or an unlit one that is hit.
export const LIT_REACH_PX = 24;
export const REACH_PX = 16;
const BY_MUCH = 2;
const MOST_OFFERS = 8;

/**
 * The unlit place that a tap near lit ones may mean: it is hit, or nearer than any of them by much.
 * None where a lit place is hit, nor of a kind of which nothing is laid now, or whose places read
 * alike.
 * @param {Element} layer
 * @param {MouseEvent} event
 * @returns {HTMLElement | null}
 */
export function besideLit(layer, event) {
  const hit = under(event);
  const lit = away(layer, event, ".spot.offered")[0];
  if (lit > LIT_REACH_PX || hit.some((id) => spotOf(layer, id).matches(".offered"))) return null;
  const any = document.getElementById("any");
  /** @type {Anything["kinds"]} */
  const kinds = any ? JSON.parse(any.dataset.any).kinds : {};
  const told = Object.keys(kinds).filter((kind) =>
    kinds[kind].pieces.length && !kinds[kind].why && !kinds[kind].alike
  );
  const spots = told.map((kind) =>
    `[data-of="${CSS.escape(kind)}"] .spot:not(.node, .offered, path)`
  );
  if (!spots.length) return null;
  const [distance, spot] = away(layer, event, spots.join());
  const near = spot && distance <= REACH_PX;
  return near && (hit.includes(spot.dataset.id) || BY_MUCH * distance < lit) ? spot : null;
}

/**
 * @param {Element} layer
 * @param {string} place
 * @returns {HTMLElement}
 */
function spotOf(layer, place) {
  return layer.querySelector(`.spot[data-id="${CSS.escape(place)}"]`);
}

/**
 * The spot nearest to a tap, and how far it is; nothing, where the tap is on a whole cell.
 * @param {Element} layer
 * @param {MouseEvent} event
 * @param {string} kind
 * @returns {[number, HTMLElement | null]}
 */
export function away(layer, event, kind) {
  /** @type {[number, HTMLElement | null]} */
  let nearest = [Infinity, null];
  const on = /** @type {Element} */ (event.target).closest(kind);
  if (on?.matches("path")) return [0, /** @type {HTMLElement} */ (/** @type {Element} */ (on))];
  for (const spot of layer.querySelectorAll(kind)) {
    const distance = toMiddle(spot, event);
    if (distance < nearest[0]) nearest = [distance, spot];
  }
  return nearest;
}

/**
 * How far a tap is from the middle of a spot, in px.
 * @param {Element} spot
 * @param {MouseEvent} event
 */
function toMiddle(spot, { clientX, clientY }) {
  const box = spot.getBoundingClientRect();
  return Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
}

/**
 * The places right under a tap, the uppermost first: those on a tile lie above its cell.
 * @param {MouseEvent} event
 * @returns {string[]}
 */
function under({ clientX, clientY }) {
  return document.elementsFromPoint(clientX, clientY).filter((each) => each.matches(".spot")).map(
    (each) => /** @type {HTMLElement} */ (each).dataset.id,
  );
}

/**
 * Of places under a tap the uppermost, and those as large as that which the tap is hardly farther
 * from: where two overlap, nobody can tell which was meant.
 * @param {Element} layer
 * @param {MouseEvent} event
 * @param {string[]} places
 * @returns {string[]}
 */
function meant(layer, event, places) {
  const near = places.map((place) => {
    const spot = spotOf(layer, place);
    return { place, wide: spot.getBoundingClientRect().width, away: toMiddle(spot, event) };
  });
  const alike = near.filter(({ wide }) => wide < 1.5 * near[0].wide);
  alike.sort((one, other) => one.away - other.away);
  return alike.filter(({ away }) => away < 2 * alike[0].away || away === alike[0].away).map(
    ({ place }) => place,
  );
}

/**
 * The offers of every place within a finger's reach of the tap; of the one under it alone, if any.
 * Places that read alike, as an island's slots do, are one offer: the nearest of them.
 * @param {Element} layer
 * @param {InPage<MouseEvent>} event
 * @param {Offers} open
 * @returns {Offer[]}
 */
export function nearest(layer, event, open) {
  const direct = meant(layer, event, under(event).filter((id) => open[id]));
  if (direct.length) {
    return direct.flatMap((place) => open[place].map((each) => ({ ...each, place })));
  }
  /** @type {[number, string][]} */
  const reached = [];
  for (const spot of layer.querySelectorAll(".spot.offered")) {
    const away = toMiddle(spot, event);
    if (away <= LIT_REACH_PX) reached.push([away, spot.dataset.id]);
  }
  reached.sort((one, other) => one[0] - other[0]);
  const offers = reached.flatMap(([, place]) => open[place].map((each) => ({ ...each, place })));
  /**
   * @param {Offer} one
   * @param {Offer} other
   */
  const alike = (one, other) => one.label === other.label && one.kind === other.kind;
  return offers.filter((each, at) => offers.findIndex((other) => alike(each, other)) === at).slice(
    0,
    MOST_OFFERS,
  );
}
