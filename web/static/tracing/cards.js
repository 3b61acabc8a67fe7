// Departure cards: a nation is chosen, and its islands are tapped on the chart.
import { desk, endOf, kindName, wish } from "./desk.js";
import { look } from "./chart/draw.js";
import { tell } from "./told.js";
import { word } from "./words.js";

const box = document.getElementById("nations");
/** @type {string | null} */
let nation = null;

/** @param {Tracing} state */
export function showCards(state) {
  const nations = [...new Set([...state.kinds.marker, ...Object.keys(state.cards)])];
  nation = nations.includes(nation) ? nation : nations[0] ?? null;
  box.replaceChildren(...nations.map((name) => card(name, state.cards[name] ?? [])));
}

/**
 * @param {string} name
 * @param {string[]} ports
 */
function card(name, ports) {
  const made = document.createElement("div");
  made.className = "nation";
  const choose = document.createElement("button");
  Object.assign(choose, { type: "button", textContent: `${kindName(name)} (${ports.length})` });
  choose.setAttribute("aria-pressed", String(name === nation));
  choose.addEventListener("click", () => {
    nation = name;
    showCards(desk.state);
  });
  made.append(choose);
  if (name !== nation) return made;
  const list = document.createElement("ul");
  list.append(...ports.map((key, index) => port(name, ports, key, index)));
  made.append(list);
  return made;
}

/**
 * @param {string} name
 * @param {string[]} ports
 * @param {string} key
 * @param {number} index
 */
function port(name, ports, key, index) {
  const item = document.createElement("li");
  const less = document.createElement("button");
  const called = endOf(key)?.name ?? key;
  Object.assign(less, {
    type: "button",
    textContent: `${called} ×`,
    ariaLabel: `${word("remove")}: ${called}`,
  });
  less.addEventListener(
    "click",
    () => wish({ do: "card", nation: name, ports: ports.filter((_, at) => at !== index) }),
  );
  item.append(less);
  return item;
}

/**
 * An island was chosen on the chart while the cards are open: a marker goes there.
 * @param {Thing | null} thing
 */
export function cardTapped(thing) {
  if (look.step !== "cards" || thing?.kind !== "island" || !nation) return;
  const ports = [...(desk.state.cards[nation] ?? []), thing.key];
  wish({ do: "card", nation, ports }).then((state) => state && tellCard(state.cards, nation));
}

/**
 * @param {Record<string, string[]>} cards
 * @param {string} name
 */
function tellCard(cards, name) {
  tell(`${kindName(name)}: ${cards[name].map((key) => endOf(key)?.name ?? key).join(", ")}`);
}
