// The table is right: a tap on a place that is not offered offers it all the same. Why it was not
// offered is said at once; what the rules think of it, afterwards.
import { away, besideLit, LIT_REACH_PX, nearest, REACH_PX } from "./aim.js";
import { ask, offered } from "./map.js";
import { say } from "../live/status.js";

/** @param {HTMLElement} map */
export function allowAnything(map) {
  if (!map) return;
  const layer = map.querySelector(".layer");
  const chooser = map.querySelector("[data-chooser]");
  const whose = chooser.querySelector("[data-whose]");
  layer.addEventListener("click", (event) => {
    const any = document.getElementById("any");
    if (!any || !chooser.hidden) return;
    const beside = besideLit(layer, event);
    if (!beside && away(layer, event, ".spot.offered")[0] <= LIT_REACH_PX) return;
    const [distance, spot] = beside ? [0, beside] : away(layer, event, ".spot:not(.node)");
    if (distance > REACH_PX) return;
    /** @type {Anything} */
    const told = JSON.parse(any.dataset.any);
    const of = /** @type {HTMLElement} */ (spot.closest("[data-of]"))?.dataset.of;
    const { word, pieces, why } = told.kinds[of] ??
      { word: "", pieces: [], why: told.nothing, alike: true };
    if (!pieces.length) return say(why);
    const lit = beside ? nearest(layer, event, offered()) : [];
    const unlit = layer.querySelector(".spot.offered") ? "unlit" : "any";
    const offer = () => {
      const offers = pieces.map((each) => lying(each, word, spot.dataset.id, chosen(whose, told)));
      ask(chooser, [...lit, ...offers], why ? "why" : lit.length ? "beside" : unlit);
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
 * @param {{label: string, fact: Fact, kind?: string}} piece
 * @param {string} word
 * @param {string} place
 * @param {string} player
 */
function lying({ label, fact, kind }, word, place, player) {
  const whole = { ...fact, player, [word]: place };
  return { act: JSON.stringify({ fact: whole }), label, kind: kind ?? "", place };
}
