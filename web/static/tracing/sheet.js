// The photo, the board's sizes, which pieces there are, and what is sold.
import { complain, desk, kindName, upload, wish } from "./desk.js";
import { word } from "./words.js";

/** @type {HTMLFormElement} */
const sizes = document.getElementById("sheet-form");
/** @type {HTMLFormElement} */
const kinds = document.getElementById("kinds-form");
/** @type {Record<string, Pieces>} */
const USUAL = {
  stick: { length_mm: 20, width_mm: 5, height_mm: 5, kinds: {} },
  marker: { diameter_mm: 9, height_mm: 1.5, kinds: [] },
  ship: { length_mm: 22, width_mm: 9, height_mm: 18, kinds: {} },
};

/** @param {(told: any) => void} taken */
export function takePhotos(taken) {
  for (const input of document.querySelectorAll("#photo-form input")) {
    input.addEventListener("change", async () => {
      if (!input.files.length || (unsent && !sizes.reportValidity())) return;
      if (unsent) sizes.requestSubmit(); // What is found in the photo depends on them.
      const form = new FormData();
      for (const file of input.files) form.append("photo", file);
      input.value = "";
      taken(await handIn(input.closest(".take"), "photo", form));
    });
  }
  byCamera("photo", () => new FormData(), taken);
}

/**
 * What is done with a photo takes a moment: its button shows that.
 * @param {HTMLElement} button
 * @param {string} path
 * @param {FormData} form
 */
export async function handIn(button, path, form) {
  button.setAttribute("aria-busy", "true");
  const told = await upload(path, form);
  button.removeAttribute("aria-busy");
  return told;
}

/**
 * The same with a picture of the camera over the table, where there is one.
 * @param {string} path
 * @param {() => FormData} form
 * @param {(told: any, button: HTMLElement, sent: FormData) => void} done
 */
export function byCamera(path, form, done) {
  const button = document.getElementById(`${path}-live`);
  button?.addEventListener("click", async () => {
    if (button.ariaBusy) return;
    const made = form();
    made.append("from", "camera");
    done(await handIn(button, path, made), button, made);
  });
}

// Who begins with nothing is asked for the sizes and the pieces: what is found in the photo depends on them.
let asked = false;
let unsent = false; // Whether sizes were written that are not kept yet.

/** @param {Tracing} state */
export function fillSheet(state) {
  const { sheet } = state;
  if (!asked) {
    for (const each of [sizes, kinds]) {
      each.closest("details").open = !state.photo && !state.islands.length &&
        !state.stops.length;
    }
  }
  asked = true;
  for (const list of document.querySelectorAll(".photo-faults")) {
    list.replaceChildren(...(state.photo?.faults ?? []).map(fault));
  }
  fillGoods(state);
  for (const field of fieldsOf(sizes)) {
    if (unsent || !field.name || document.activeElement === field) continue;
    const [piece, side] = field.name.split(".");
    field.value = (side ? sheet.pieces[piece]?.[side] : sheet[piece]) ?? "";
  }
  if (!kinds.contains(document.activeElement)) {
    for (const list of lists()) {
      fillKinds(list.dataset.kinds, sheet.pieces[list.dataset.kinds]?.kinds ?? []);
    }
  }
}

function lists() {
  return kinds.querySelectorAll("[data-kinds]");
}

/** @param {{said: string, outline: boolean}} each */
function fault(each) {
  const item = document.createElement("li");
  item.toggleAttribute("data-outline", each.outline);
  item.textContent = each.said;
  return item;
}

/**
 * @param {HTMLFormElement} form
 * @returns {HTMLInputElement[]}
 */
function fieldsOf(form) {
  return [...form.querySelectorAll("input")];
}

sizes.addEventListener("input", () => {
  unsent = true;
});

sizes.addEventListener("submit", async (event) => {
  event.preventDefault();
  const pieces = structuredClone(desk.state.sheet.pieces);
  /** @type {Record<string, unknown>} */
  const asked = { do: "sheet" };
  for (const field of fieldsOf(sizes)) {
    if (!field.name) continue;
    const [piece, side] = field.name.split(".");
    const value = field.name === "name" ? field.value : Number(field.value.replace(",", "."));
    if (!side) asked[piece] = value;
    else if (field.value.trim()) (pieces[piece] ??= structuredClone(USUAL[piece]))[side] = value;
    else delete pieces[piece];
  }
  /** @type {HTMLElement} */ (document.activeElement).blur();
  if (await wish({ ...asked, pieces })) {
    unsent = false;
    fillSheet(desk.state);
  }
});

/**
 * Kinds are named, and have a colour each unless a picture tells them.
 * @param {string} piece
 * @param {any} now
 */
function fillKinds(piece, now) {
  const list = kinds.querySelector(`[data-kinds="${piece}"]`);
  const pairs = Array.isArray(now) ? now.map((name) => [name, null]) : Object.entries(now);
  list.replaceChildren(...pairs.map(([name, colour]) => row(name, colour)));
}

/**
 * @param {string} name
 * @param {string | null} colour
 */
function row(name, colour) {
  const item = document.createElement("li");
  const called = document.createElement("input");
  Object.assign(called, {
    value: name.replaceAll("_", " "),
    maxLength: 30,
    autocomplete: "off",
    ariaLabel: word("name"),
  });
  item.append(called);
  if (colour !== null) {
    const paint = document.createElement("input");
    Object.assign(paint, { type: "color", value: colour, ariaLabel: word("colour") });
    item.append(paint);
  }
  const less = document.createElement("button");
  Object.assign(less, {
    type: "button",
    textContent: "×",
    ariaLabel: `${word("remove")}: ${name}`,
  });
  less.addEventListener("click", () => item.remove());
  item.append(less);
  return item;
}

kinds.addEventListener("click", (event) => {
  const piece = event.target.dataset?.more;
  if (!piece) return;
  const list = kinds.querySelector(`[data-kinds="${piece}"]`);
  const made = row(
    "",
    piece !== "marker" || !Array.isArray(desk.state.sheet.pieces[piece]?.kinds) ? "#888888" : null,
  );
  list.append(made);
  made.querySelector("input").focus();
});

kinds.addEventListener("submit", (event) => {
  event.preventDefault();
  const pieces = structuredClone(desk.state.sheet.pieces);
  for (const list of lists()) {
    const piece = list.dataset.kinds;
    const rows = [...list.querySelectorAll("li")].map((item) =>
      [...item.querySelectorAll("input")].map((input) => input.value)
    );
    const named = rows.map((
      [name, colour],
    ) => [name.trim().toLowerCase().replaceAll(" ", "_"), colour]).filter(([name]) => name);
    if (new Set(named.map(([name]) => name)).size < named.length) {
      return complain(named.map(([name]) => name).join(", "));
    }
    if (!named.length) delete pieces[piece];
    else {(pieces[piece] ??= structuredClone(USUAL[piece])).kinds = named.every(([, colour]) =>
          colour
        )
        ? Object.fromEntries(named)
        : named.map(([name]) => name);}
  }
  /** @type {HTMLElement} */ (document.activeElement).blur();
  wish({ do: "sheet", pieces });
});

// What is sold, in the order of the board's border: a name and a colour for each face of the die.
/** @type {HTMLFormElement} */
const goods = document.getElementById("goods-form");
const goodsList = document.getElementById("goods");

/** @param {Tracing} state */
function fillGoods(state) {
  if (goods.contains(document.activeElement)) return;
  goodsList.replaceChildren(
    ...state.products.map(({ id, colour }, index) => product(id, colour, index)),
  );
}

/**
 * @param {string} id
 * @param {string} colour
 * @param {number} index
 */
function product(id, colour, index) {
  const item = document.createElement("li");
  item.dataset.id = id;
  const face = word("die").replace("%", String(index + 1));
  const sold = document.createElement("select");
  sold.ariaLabel = face;
  for (const each of desk.state.products) {
    sold.append(new Option(kindName(each.id), each.id, false, each.id === id));
  }
  // Two change places: what is chosen here goes, and what stood here comes to where that was.
  sold.addEventListener("change", () => swap(index, sold.value));
  const paint = document.createElement("input");
  Object.assign(paint, {
    type: "color",
    value: colour,
    ariaLabel: `${word("colour")}: ${kindName(id)}`,
  });
  item.append(sold, paint);
  return item;
}

/**
 * @param {number} index
 * @param {string} id
 */
function swap(index, id) {
  const all = written();
  const other = all.findIndex((each) => each.id === id);
  [all[index], all[other]] = [all[other], all[index]];
  goodsList.replaceChildren(...all.map((each, at) => product(each.id, each.colour, at)));
  goodsList.children[index].querySelector("select").focus();
}

function written() {
  return [...goodsList.querySelectorAll("li")].map((item) => ({
    id: item.dataset.id,
    colour: item.querySelector("input").value,
  }));
}

goods.addEventListener("submit", (event) => {
  event.preventDefault();
  const products = written();
  if (!products.length) return complain(word("undecided"));
  /** @type {HTMLElement} */ (document.activeElement).blur();
  wish({ do: "products", products });
});
