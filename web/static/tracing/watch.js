// What is to be looked at, how much there is, and the way to each of them.
import { endOf, lineOf, nameOf, routeName, routeOf } from "./desk.js";
import { choose, placeOf } from "./chart/chosen.js";
import { setCross } from "./chart/cross.js";
import { look } from "./chart/draw.js";
import { lookAt, takeUp } from "./chart/view.js";
import { offer } from "./fields.js";

/** @type {Record<string, string[]>} */
const STEPS = {
  island: ["islands", "routes"],
  harbour: ["islands", "routes"],
  route: ["routes"],
  stop: ["stops", "lines"],
  line: ["lines"],
};
const OF_ROUTES = new Set(["alone", "no-route", "second-lane", "stop-alone", "cut-off"]);

/** @param {Tracing} state */
export function showWatch(state) {
  const list = document.getElementById("remarks");
  // While islands or stops are put, every one of them has no route or line yet.
  list.replaceChildren(
    ...state.remarks.filter((each) =>
      !["islands", "stops"].includes(look.step) || !OF_ROUTES.has(each.code)
    ).map(
      remark,
    ),
  );
  const body = document.querySelector("#totals tbody");
  body.replaceChildren(...state.totals.map(total));
  document.getElementById("totals").classList.toggle(
    "unknown",
    state.totals.every((each) => each.said === null),
  );
  const ends = [...state.islands, ...state.harbours, ...state.stops].map((
    each,
  ) => [each.key, nameOf(each)]);
  const routes = [...state.routes, ...state.lines].map((each) => [each.key, routeName(each)]);
  offer(document.getElementById("go-to"), [["", ""], ...ends, ...routes], "");
}

/** @param {Remark} each */
function remark(each) {
  const item = document.createElement("li");
  item.className = each.stops ? "stops" : "odd";
  const leads = each.keys.length || each.at;
  const said = document.createElement(leads ? "button" : "p");
  said.textContent = each.said;
  if (said instanceof HTMLButtonElement) {
    said.type = "button";
    said.addEventListener(
      "click",
      () => (each.keys.length ? goTo(each.keys[0], each.at) : goToPlace(...each.at)),
    );
  }
  item.append(said);
  return item;
}

/** @param {Total} each */
function total(each) {
  const row = document.createElement("tr");
  const name = document.createElement("th");
  name.scope = "row";
  name.textContent = each.name;
  const cells = [each.count, each.said ?? ""].map((value) => {
    const cell = document.createElement("td");
    cell.className = "n";
    cell.textContent = String(value);
    return cell;
  });
  cells[1].classList.add("printed");
  if (each.said !== null && each.said !== each.count) row.className = "differs";
  row.append(name, ...cells);
  return row;
}

/**
 * A dash that belongs to nothing yet is looked at where routes are traced.
 * @param {number} x
 * @param {number} y
 */
function goToPlace(x, y) {
  document.dispatchEvent(new CustomEvent("to-step", { detail: "routes" }));
  lookAt(x, y);
}

/**
 * Choosing from a list leads to the step in which it can be changed.
 * @param {string} key
 * @param {Point | null} [at]
 */
function goTo(key, at) {
  const route = routeOf(key);
  const line = lineOf(key);
  const end = endOf(key);
  if (!route && !line && !end) return;
  const kind = route ? "route" : line ? "line" : kindOf(end);
  // An end can be changed where the ways between ends are traced, too.
  const wanted = STEPS[kind].includes(look.step) ? look.step : STEPS[kind][0];
  document.dispatchEvent(new CustomEvent("to-step", { detail: wanted }));
  const [x, y] = at ?? placeOf({ kind, key });
  lookAt(x, y);
  choose({ kind, key });
  setCross(x, y);
  takeUp();
}

/** @param {End} end */
function kindOf(end) {
  return end.company ? "harbour" : end.zone === undefined ? "island" : "stop";
}

/** @type {HTMLSelectElement} */
const places = document.getElementById("go-to");
// What keys do to a closed list is still being looked for: Enter ends that.
let typed = false;

function goToPicked() {
  const key = places.value;
  typed = false;
  places.value = "";
  goTo(key);
}

places.addEventListener("keydown", (event) => {
  const opens = [" ", "Enter", "F4"].includes(event.key) || event.altKey;
  if (event.key === "Enter" && typed && places.value) {
    event.preventDefault();
    goToPicked();
  } else typed = !opens;
});
places.addEventListener("pointerdown", () => {
  typed = false;
});
places.addEventListener("change", () => {
  if (!typed) goToPicked();
});
