// Lessons: pieces are laid where the chart shows it, one photo is taken, and the colours are learned;
// or five pieces are laid here and there, to see that they are seen.
import { LONG_MS } from "../live/within.js";
import { ask, complain, desk, kindName } from "./desk.js";
import { draw, look } from "./chart/draw.js";
import { byCamera, handIn } from "./sheet.js";
import { word } from "./words.js";

/** @type {Record<string, HTMLElement>} */
const boxes = {
  pieces: document.getElementById("lessons"),
  trial: document.getElementById("trials"),
};
const said = document.getElementById("trial-said");
const taught = document.getElementById("taught");
/** @type {Record<string, Lesson[]>} */
const lessons = { pieces: [], trial: [] };
/** @type {number | null} */
let revision = null;

/** @param {string} step */
export async function openLessons(step) {
  if (!boxes[step]) return;
  if (desk.state.whole) await load(step);
  else {
    lessons[step] = [];
    complain(word("torn"));
  }
  if (look.step === step) show(step);
}

/**
 * @param {string} step
 * @param {string} [again]
 */
async function load(step, again = "") {
  const answer = await ask(`lessons/${step}${again}`, LONG_MS);
  if (!answer) return;
  lessons[step] = answer.ok ? answer.told : [];
  if (!answer.ok && look.step === step) complain(answer.told.error.message);
}

/** @param {string} step */
function show(step) {
  look.lit = lessons[step];
  boxes[step].replaceChildren(...lessons[step].map((each) => {
    const item = document.createElement("li");
    const patch = document.createElement("span");
    patch.className = each.piece === "stick" ? "stick" : "disc";
    patch.style.setProperty("--kind", each.colour);
    const name = document.createElement("span");
    name.textContent = `${each.name}, ${each.where}`;
    item.append(patch, name);
    if (each.seen !== undefined) {
      const mark = document.createElement("b");
      mark.textContent = each.seen ? `✓ ${word("seen")}` : `✗ ${otherwise(each.instead)}`;
      mark.className = each.seen ? "yes" : "no";
      item.append(mark);
    }
    return item;
  }));
  draw();
}

/**
 * What is said of a piece that is not seen as it lies: which one is seen instead, or that none is.
 * @param {string | null | undefined} instead
 */
function otherwise(instead) {
  return instead ? word("seen-as").replace("%", () => instead) : word("unseen");
}

/**
 * Another board, other places: what was asked for may be gone.
 * @param {Tracing} state
 */
export function showLessons(state) {
  if (
    revision !== state.revision && boxes[look.step] &&
    !lessons[look.step].some((each) => each.seen !== undefined)
  ) openLessons(look.step);
  revision = state.revision;
  taught.replaceChildren(
    ...Object.entries(state.taught).map(([kind, colour]) => {
      const patch = document.createElement("span");
      patch.className = "stick taught-colour";
      patch.style.setProperty("--kind", colour);
      patch.title = kindName(kind);
      return patch;
    }),
  );
}

/**
 * @param {string} path
 * @param {string} step
 * @param {(told: any, again: (agreed: object) => Promise<void>) => void} show
 */
function photographed(path, step, show) {
  /** @type {HTMLInputElement} */
  const input = document.getElementById(`${path}-file`);
  const form = () => {
    const made = new FormData();
    made.append(
      "lessons",
      JSON.stringify(lessons[step].map(({ place, kind }) => ({ place, kind }))),
    );
    return made;
  };
  /**
   * @param {any} told
   * @param {HTMLElement} button
   * @param {FormData} sent
   */
  const done = (told, button, sent) => {
    if (!told) return;
    show(told, async (agreed) => {
      sent.set("agreed", JSON.stringify(agreed));
      done(await handIn(button, path, sent), button, sent);
    });
  };
  input.addEventListener("change", async () => {
    if (!input.files.length) return;
    const made = form();
    said.textContent = "";
    made.append("photo", input.files[0]);
    input.value = "";
    const button = input.closest(".take");
    done(await handIn(button, path, made), button, made);
  });
  byCamera(path, form, done);
}

photographed("teach", "pieces", ({ told, exchanged }, again) => {
  if (!exchanged) return tell(told.map(paragraph));
  const keep = document.createElement("button");
  Object.assign(keep, { type: "button", textContent: word("keep-taught") });
  keep.addEventListener("click", () => again(exchanged));
  tell([...told.map(paragraph), paragraph(word("not-taught")), keep]);
});
photographed("trial", "trial", ({ told, seen }) => {
  for (const each of lessons.trial) Object.assign(each, seen[each.place]);
  said.textContent = told;
  show("trial");
  said.scrollIntoView({ block: "nearest" });
});

/**
 * What was seen of the pieces stands below the button, where a phone's screen may end.
 * @param {HTMLElement[]} all
 */
function tell(all) {
  taught.prepend(...all);
  taught.scrollIntoView({ block: "nearest" });
}

/** @param {string} text */
function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

document.getElementById("other-trial").addEventListener("click", async () => {
  said.textContent = "";
  await load("trial", "?again=yes");
  show("trial");
});
