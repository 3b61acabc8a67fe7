// The table is right: a tap on a place that is not offered offers it all the same. Why it was not
// offered is said at once; what the rules think of it, afterwards.
import { ask } from "./map.js";
import { say } from "../live/status.js";

const REACH_PX = 16;

/** @param {HTMLElement} map */
export function allowAnything(map) {
  if (!map) return;
  const layer = map.querySelector(".layer");
  const chooser = map.querySelector("[data-chooser]");
  const whose = chooser.querySelector("[data-whose]");
  layer.addEventListener("click", (event) => {
    const any = document.getElementById("any");
    if (!any || !chooser.hidden || away(layer, event, ".spot.offered")[0] <= 1.5 * REACH_PX) return;
    const [distance, spot] = away(layer, event, ".spot:not(.node)");
    if (distance > REACH_PX) return;
    /** @type {Anything} */
    const told = JSON.parse(any.dataset.any);
    const of = /** @type {HTMLElement} */ (spot.closest("[data-of]"))?.dataset.of;
    const { word, pieces, why } = told.kinds[of] ?? { word: "", pieces: [], why: told.nothing };
    if (!pieces.length) return say(why);
    const offer = () => {
      const offers = pieces.map((each) =>
        offered(each, word, spot.dataset.id, chosen(whose, told))
      );
      ask(chooser, offers, why ? "why" : layer.querySelector(".spot.offered") ? "unlit" : "any");
    };
    chooser.querySelector("[data-said=why]").textContent = why;
    choose(whose, told, offer);
    return offer();
  });
}

/**
 * Who keeps the bank says for whom he writes; whoever is at turn is proposed.
 * @param {HTMLElement} whose
 * @param {Anything} told
 * @param {() => unknown} changed
 */
function choose(whose, told, changed) {
  const list = whose.querySelector("select");
  list.replaceChildren(
    ...told.players.map((name) =>
      new Option(name, name, name === told.player, name === told.player)
    ),
  );
  list.onchange = changed;
  whose.hidden = told.players.length < 2;
}

/**
 * @param {HTMLElement} whose
 * @param {Anything} told
 */
function chosen(whose, told) {
  return whose.querySelector("select").value || told.player;
}

/**
 * The spot nearest to a tap, and how far it is; nothing, where the tap is on a whole cell.
 * @param {Element} layer
 * @param {MouseEvent} event
 * @param {string} kind
 * @returns {[number, HTMLElement | null]}
 */
function away(layer, event, kind) {
  /** @type {[number, HTMLElement | null]} */
  let nearest = [Infinity, null];
  const on = /** @type {Element} */ (event.target).closest(kind);
  if (on?.matches("path")) return [0, /** @type {HTMLElement} */ (/** @type {Element} */ (on))];
  for (const spot of layer.querySelectorAll(kind)) {
    const box = spot.getBoundingClientRect();
    const distance = Math.hypot(
      box.x + box.width / 2 - event.clientX,
      box.y + box.height / 2 - event.clientY,
    );
    if (distance < nearest[0]) nearest = [distance, spot];
  }
  return nearest;
}

/**
 * @param {{label: string, fact: Fact, kind?: string}} piece
 * @param {string} word
 * @param {string} place
 * @param {string} player
 */
function offered({ label, fact, kind }, word, place, player) {
  const whole = { ...fact, player, [word]: place };
  return { act: JSON.stringify({ fact: whole }), label, kind: kind ?? "", place };
}
