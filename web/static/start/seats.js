// The seats of a game that begins: who sits down on a phone comes into the list, and each can be moved.
import { say } from "../live/status.js";
import { within } from "../live/within.js";

const ASK_MS = 1200;
const form = document.querySelector("[data-seats]");
const rows = [...form.querySelectorAll("li")];
// Whether somebody has put his hand to the form: a row in which he stands is his.
let touched = false;
/** @type {Map<string, string>} */
const known = new Map();
for (const row of rows) if (guest(row).value) known.set(guest(row).value, role(row).value);

/**
 * @param {Element} row
 * @returns {HTMLInputElement}
 */
function guest(row) {
  return row.querySelector("[name=guest]");
}
/**
 * @param {Element} row
 * @returns {HTMLInputElement}
 */
function named(row) {
  return row.querySelector("[name=name]");
}
/**
 * @param {Element} row
 * @returns {HTMLSelectElement | HTMLInputElement}
 */
function role(row) {
  return row.querySelector("[name=role]");
}

/**
 * Two rows change places, but for their numbers.
 * @param {Element} one
 * @param {Element} other
 */
function swap(one, other) {
  for (const field of [guest, named, role]) {
    [field(one).value, field(other).value] = [field(other).value, field(one).value];
  }
}

for (const [index, row] of rows.entries()) {
  const up = row.querySelector(".up");
  up.hidden = false;
  up.addEventListener("click", () => swap(row, rows[index - 1]));
}

/** @param {Guest} who */
function seat({ name, role: whose }) {
  const free = rows.find((row) =>
    !named(row).value.trim() && !(touched && row.contains(document.activeElement))
  );
  if (!free) return;
  const other = rows.find((row) => row !== free && role(row).value === whose);
  if (other && !named(other).value) role(other).value = role(free).value;
  [guest(free).value, named(free).value, role(free).value] = [name, name, whose];
  say(form.dataset.sits.replace("%", () => name));
}

/**
 * Who sits already stands for something else now; whoever has it in this list, unseated, takes the old one.
 * @param {Guest} who
 */
function change({ name, role: whose }) {
  const row = rows.find((each) => guest(each).value === name);
  if (!row) return;
  const other = rows.find((each) => each !== row && role(each).value === whose);
  if (other && !guest(other).value) role(other).value = role(row).value;
  role(row).value = whose;
}

/** @param {string} name */
function leave(name) {
  const row = rows.find((each) => guest(each).value === name);
  if (!row) return;
  if (named(row).value === name) named(row).value = "";
  guest(row).value = "";
}

async function look() {
  try {
    const answer = await fetch("/seats", {
      headers: { Accept: "application/json" },
      signal: within().signal,
    });
    if (answer.ok) take(await answer.json());
  } catch {
    // The table is away for a moment; the form waits.
  }
  setTimeout(look, ASK_MS);
}

/** @param {{players: Guest[], bank: boolean}} told */
function take({ players: waiting, bank }) {
  form.querySelector("[data-bank]").hidden = !bank;
  const here = new Set(waiting.map((each) => each.name));
  for (const name of [...known.keys()]) {
    if (here.has(name)) continue;
    known.delete(name);
    leave(name);
  }
  for (const each of waiting) {
    const before = known.get(each.name);
    known.set(each.name, each.role);
    if (before === undefined) seat(each);
    else if (before !== each.role) change(each);
  }
}

// Another game is chosen: the names that stand here go along.
document.querySelector(".which-game")?.addEventListener("submit", (event) => {
  const chooser = /** @type {HTMLFormElement} */ (event.currentTarget);
  for (const field of rows.flatMap((row) => [guest(row), named(row), role(row)])) {
    const along = document.createElement("input");
    [along.type, along.name, along.value] = ["hidden", field.name, field.value];
    chooser.append(along);
  }
});

// Where there is a keyboard, it is in the list: a name can be typed at once, and Enter begins.
form.addEventListener("pointerdown", () => {
  touched = true;
});
form.addEventListener("input", () => {
  touched = true;
});
if (matchMedia("(hover: hover)").matches && !document.querySelector(".fault")) {
  named(rows[0]).focus({ preventScroll: true });
}
if (form.dataset.follow !== undefined) setTimeout(look, ASK_MS);
