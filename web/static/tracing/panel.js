// What is chosen, with all that can be changed about it.
import {
  desk,
  endOf,
  kindName,
  lineOf,
  nameOf,
  routeName,
  routeOf,
  wish,
  wishThen,
} from "./desk.js";
import { look } from "./chart/draw.js";
import { remove, turn } from "./chart/chosen.js";
import { takeUp } from "./chart/view.js";
import { offer, showIn } from "./fields.js";
import { word } from "./words.js";

const chosenBox = document.getElementById("chosen");
/** @type {Record<string, string>} */
const forms = {
  island: "island-form",
  slot: "slot-form",
  harbour: "harbour-form",
  route: "route-form",
  space: "route-form",
  stop: "stop-form",
  line: "line-form",
};
const STRANDS = "/"; // no product is called so
/** @type {Record<string, number>} */
const LEAST = { spaces: 1, lanes: 1, bend: -300 };
/** @type {Record<string, number>} */
const MOST = { lanes: 2, slots: 60, bend: 300 };

export function showChosen() {
  const thing = look.chosen &&
    (routeOf(look.chosen.key) ?? lineOf(look.chosen.key) ?? endOf(look.chosen.key));
  if (!thing) look.chosen = null;
  chosenBox.hidden = !thing || !["islands", "routes", "stops", "lines"].includes(look.step);
  for (const form of chosenBox.querySelectorAll("form")) form.hidden = true;
  if (!thing) return;
  /** @type {HTMLFormElement} */
  const form = document.getElementById(forms[look.chosen.kind]);
  form.hidden = false;
  fill(form, thing);
  if (look.chosen.fresh && form.elements.name) {
    look.chosen.fresh = false;
    form.elements.name.focus({ preventScroll: true });
    form.elements.name.select();
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {any} thing
 */
function fill(form, thing) {
  if (form.id === "slot-form") form.querySelector("p").textContent = nameOf(thing);
  for (const name of ["name", "value"]) {
    const field = form.elements[name];
    if (field) showIn(field, thing[name] ?? "");
  }
  for (const stepper of form.querySelectorAll("[data-stepper]")) {
    const shown = /** @type {HTMLInputElement} */ (stepper.querySelector("output, input"));
    const number = count(thing, stepper.dataset.stepper);
    showIn(shown, number ?? (shown.matches("input") ? "" : "–"));
  }
  if (form.id === "harbour-form") fillHarbour(form, thing);
  if (form.id === "route-form") fillRoute(form, thing);
  if (form.id === "stop-form") fillStop(form, thing);
  if (form.id === "line-form") {
    form.querySelector("h2").textContent = routeName(thing);
    form.elements.over_edge.checked = thing.over_edge;
  }
}

/**
 * @param {any} thing
 * @param {string} what
 */
function count(thing, what) {
  if (what === "slots") return thing.slots.length;
  if (what === "lanes") return thing.lanes.length;
  if (what === "spaces") {
    return Math.max(...thing.lanes.map((/** @type {Space[]} */ lane) => lane.length));
  }
  return thing[what];
}

/**
 * @param {HTMLFormElement} form
 * @param {End} thing
 */
function fillHarbour(form, thing) {
  const names = new Set([...desk.state.kinds.stick, thing.company]);
  offer(form.elements.company, [...names].map((name) => [name, kindName(name)]), thing.company);
  const islands = desk.state.islands.map((each) => [each.key, each.name]);
  offer(
    form.elements.island,
    [["", form.elements.island.options[0].textContent], ...islands],
    thing.island ?? "",
  );
}

/**
 * @param {HTMLFormElement} form
 * @param {End} thing
 */
function fillStop(form, thing) {
  const { zones, products } = desk.state;
  const unsaid = [["", word("undecided")]];
  const asked = thing.zone === null ? unsaid : [];
  offer(
    form.elements.zone,
    [...asked, ...zones.map((each) => [String(each), String(each)])],
    String(thing.zone ?? ""),
  );
  const sells = products.map(({ id }) => [id, kindName(id)]);
  offer(
    form.elements.product,
    [...(thing.strands || thing.product ? [] : unsaid), ...sells, [STRANDS, word("strands")]],
    thing.strands ? STRANDS : thing.product ?? "",
  );
}

/**
 * @param {HTMLFormElement} form
 * @param {Route} thing
 */
function fillRoute(form, thing) {
  const [a, b] = [nameOf(endOf(thing.a)), nameOf(endOf(thing.b))];
  form.querySelector("h2").textContent = `${a} – ${b}`;
  /** @type {Record<string, string>} */
  const labels = { "a>b": `→ ${b}`, "b>a": `→ ${a}` };
  for (const button of form.querySelectorAll("[data-way]")) {
    if (button.dataset.way) button.textContent = labels[button.dataset.way];
    button.setAttribute("aria-pressed", String((thing.one_way ?? "") === button.dataset.way));
  }
  form.querySelector(".space-tools").hidden = look.chosen.kind !== "space";
  if (desk.ghosts.some((each) => each.kind === "dash")) {
    form.querySelector("[data-snap]").textContent = word("snap");
  }
}

chosenBox.addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {HTMLElement} */ (document.activeElement).blur();
});

chosenBox.addEventListener("change", (event) => {
  const field = event.target;
  const kind = look.chosen?.kind;
  const stepper = field.closest("[data-stepper]");
  if (kind && stepper) return put(stepper, field.value.trim());
  if (!kind || !field.name) return;
  const said = field.value.trim();
  if (field.name === "name" && !said) return showChosen();
  if (kind === "stop" || kind === "line") return ofStops(field, said);
  const value = field.name === "island"
    ? said || null
    : field.name === "value"
    ? number(said)
    : said;
  wish({
    do: kind === "harbour" ? "harbour" : "island",
    key: look.chosen.key,
    [field.name]: value,
  });
});

/**
 * What was typed as a number; nothing for nothing. What is none goes as it is, and is refused.
 * @param {string} said
 */
function number(said) {
  const value = Number(said.replace(",", "."));
  return said === "" ? null : Number.isNaN(value) ? said : value;
}

/**
 * @param {HTMLInputElement} field
 * @param {string} said
 */
function ofStops(field, said) {
  const { key } = look.chosen;
  if (field.name === "over_edge") wish({ do: "line", key, over_edge: field.checked });
  else if (!said) return;
  else if (said === STRANDS) wish({ do: "stop", key, strands: true });
  else wish({ do: "stop", key, [field.name]: field.name === "zone" ? Number(said) : said });
}

// The name, Enter, the value, Enter: then the next island is put on the photo.
chosenBox.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (event.target);
  const next = field.name === "name" ? field.form.elements.value ?? field.form.elements.zone : null;
  if (!next) return takeUp();
  next.focus({ preventScroll: true });
  next.select?.();
});

chosenBox.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !look.chosen) return;
  const { key, kind } = look.chosen;
  const stepper = button.closest("[data-stepper]");
  if (stepper) change(stepper, Number(button.dataset.by));
  else if (button.dataset.remove !== undefined) remove();
  else if (button.dataset.snap !== undefined) wish({ do: "snap", key });
  else if (button.dataset.turn) turn(Number(button.dataset.turn));
  else if (button.dataset.way !== undefined) {
    wish({ do: "route", key, one_way: button.dataset.way || null });
  }
  if (stepper && kind === "space") look.chosen = { kind: "route", key };
});

/**
 * A number that was typed; what is none is not taken.
 * @param {HTMLElement} stepper
 * @param {string} said
 */
function put(stepper, said) {
  const { key, kind } = look.chosen;
  if (/^[0-9]+$/.test(said)) wish({ do: kind, key, [stepper.dataset.stepper]: Number(said) });
  else showChosen();
}

/**
 * @param {HTMLElement} stepper
 * @param {number} by
 */
function change(stepper, by) {
  const what = stepper.dataset.stepper;
  const { key, kind } = look.chosen;
  wishThen(() => {
    const thing = routeOf(key) ?? endOf(key);
    if (!thing) return null; // It was removed meanwhile.
    const now = count(thing, what) ?? 0;
    const next = Math.min(
      Math.max(now + by * Number(stepper.dataset.step), LEAST[what] ?? 0),
      MOST[what] ?? 1000,
    );
    return next === now ? null : { do: kind === "space" ? "route" : kind, key, [what]: next };
  });
}

// From wherever one is on this page Escape leads back to the photo.
document.getElementById("trace").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.id !== "chart") takeUp();
});
