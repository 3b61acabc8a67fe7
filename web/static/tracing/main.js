// The tracing page: its steps, one after the other, each free to be gone back to.
import { cardTapped, showCards } from "./cards.js";
import { openCorners, takeCorners } from "./chart/corners.js";
import { LONG_MS } from "../live/within.js";
import { ask, complain, desk, follow, note, open, quiet, wish } from "./desk.js";
import { draw, look } from "./chart/draw.js";
import { takeable } from "./chart/ghosts.js";
import { choose, hand } from "./chart/chosen.js";
import "./chart/hands.js";
import { takeBack } from "./chart/keys.js";
import { showChosen } from "./panel.js";
import { openLessons, showLessons } from "./pieces.js";
import { fillSheet, takePhotos } from "./sheet.js";
import { whole, zoomBy } from "./chart/view.js";
import { showWatch } from "./watch.js";
import { word } from "./words.js";

const root = document.getElementById("trace");
const hint = document.getElementById("hint");
const steps = [...document.querySelectorAll("[data-step-to]")];
/** @type {HTMLButtonElement} */
const onward = document.getElementById("onward");
const LED_ON = ["goods", "islands", "routes", "stops", "lines", "cards", "pieces", "trial"];
/** @type {string | null} */
let seen = null;

/**
 * The step itself, or the one that has to be done before.
 * @param {string} name
 */
function possible(name) {
  const { photo, view } = desk.state;
  if (name === "board" || !photo) return "board";
  return view ? name : "corners";
}

/** @param {string} name */
function to(name) {
  const there = possible(name);
  enter(there);
  if (there !== name) complain(word(there === "board" ? "photo" : "corners"));
}

/**
 * What was done has led to another step: whoever hears the page is told.
 * @param {string} name
 */
function arrive(name) {
  to(name);
  const heading = document.querySelector(`.panel > [data-step="${look.step}"] h1`);
  heading.tabIndex = -1;
  heading.focus();
}

/** @param {string} name */
function enter(name) {
  look.step = name;
  look.from = null;
  hand.corners = null;
  sessionStorage.setItem(root.dataset.number, name);
  for (const button of steps) {
    if (button.dataset.stepTo === name) {
      button.setAttribute("aria-current", "step");
      button.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else button.removeAttribute("aria-current");
  }
  for (const section of document.querySelectorAll(".panel > [data-step]")) {
    section.hidden = section.dataset.step !== name;
  }
  root.dataset.at = name;
  leadOn(name);
  look.lit = [];
  quiet();
  showWatch(desk.state);
  choose(null);
  if (name === "corners") openCorners();
  openLessons(name);
  draw();
  say();
  showSteps();
}

/**
 * Who does not know the steps is led to the next one; photo and corners have a button that does.
 * @param {string} name
 */
function leadOn(name) {
  const next = steps[steps.findIndex((each) => each.dataset.stepTo === name) + 1];
  onward.hidden = !LED_ON.includes(name);
  if (!onward.hidden) {
    onward.textContent = onward.dataset.next.replace("%", () => next.textContent.trim());
  }
  onward.value = next?.dataset.stepTo ?? "";
}

// The step after photo and corners, which all kinds of boards begin with.
function first() {
  return steps[2].dataset.stepTo;
}

function say() {
  const here = {
    islands: hand.place,
    stops: hand.place,
    routes: look.from ? "second" : "first",
    lines: look.from ? "second" : "line-first",
    cards: "nation",
  }[look.step];
  hint.textContent = here ? word(here) : "";
}

function showSteps() {
  for (const way of /** @type {const} */ (["undo", "redo"])) {
    /** @type {HTMLButtonElement} */
    const button = document.querySelector(`[data-tool="${way}"]`);
    const ring = hand.corners?.can(way);
    button.disabled = !ring && !desk.state[way];
    button.title = ring ? word("corner") : desk.state[way] ?? "";
  }
}

hand.stepped = showSteps;
hand.chosen = (thing) => {
  cardTapped(thing);
  showChosen();
  say();
};

follow((state) => {
  root.hidden = false;
  root.classList.toggle("no-photo", !state.photo);
  showWhen(state);
  const fromMap = [...state.islands, ...state.stops].filter((each) => each.map);
  for (const button of document.querySelectorAll("[data-needs-map]")) {
    button.hidden = !fromMap.some((each) => each.pinned) || fromMap.every((each) => each.pinned);
  }
  fillSheet(state);
  showCards(state);
  showWatch(state);
  showLessons(state);
  lookForGhosts(state);
  showOffers();
  if (look.step === "corners") openCorners();
  showSteps();
  draw();
  showChosen();
  if (possible(look.step) !== look.step) arrive(possible(look.step));
});

/** @param {Tracing} state */
function showWhen(state) {
  const whole = state.whole && Boolean(state.view);
  const found = Boolean(state.photo?.corners.length);
  const lacking = state.unplayed !== null;
  /** @type {Record<string, boolean>} */
  const now = {
    found,
    lost: !found,
    whole,
    torn: !whole,
    played: whole && state.playable,
    unplayed: whole && !state.playable,
    lacking: whole && lacking,
    odd: whole && state.odd && !lacking,
    well: whole && !state.odd,
  };
  for (const each of root.querySelectorAll("[data-when]")) each.hidden = !now[each.dataset.when];
  document.getElementById("unplayed").textContent = state.unplayed ?? "";
}

/**
 * Suggestions are looked for once for each straightened picture; it takes the machine a moment.
 * @param {Tracing} state
 */
async function lookForGhosts(state) {
  if (!state.searched || !state.view || seen === state.view) return;
  seen = state.view;
  desk.ghosts = [];
  showLooking(true);
  const answer = await ask(`ghosts?v=${state.view}`, LONG_MS);
  if (seen !== state.view) return;
  showLooking(false);
  if (!answer) seen = null; // They are looked for again with the next state that comes.
  if (!answer?.ok) return;
  desk.ghosts = answer.told;
  if (state.routes.length) await open(); // what was found may show what was overlooked
  document.querySelector("[data-tool='ghosts']").hidden = !desk.ghosts.length;
  showOffers();
  draw();
}

/** @param {boolean} now */
function showLooking(now) {
  for (const each of document.querySelectorAll(".looking")) each.hidden = !now;
}

// A button that takes all stands there as long as there is something to take.
function showOffers() {
  const left = takeable();
  if (desk.state.routes.length) left.add("lay");
  for (const button of document.querySelectorAll("[data-needs-ghosts]")) {
    button.hidden = !desk.ghosts.length || !left.has(button.dataset.needsGhosts);
  }
}

/** @type {Record<string, (button: HTMLElement) => void>} */
const TOOLS = {
  undo: () => takeBack("undo"),
  redo: () => takeBack("redo"),
  in: () => zoomBy(1),
  out: () => zoomBy(-1),
  all: whole,
  ghosts: (button) => {
    look.ghosts = !look.ghosts;
    button.setAttribute("aria-pressed", String(look.ghosts));
    draw();
  },
};

document.querySelector(".tools").addEventListener("click", (event) => {
  const button = event.target.closest("[data-tool]");
  if (button) TOOLS[button.dataset.tool](button);
});

for (const tools of document.querySelectorAll(".placing")) {
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("[data-place]");
    if (!button) return;
    takeTool(button.dataset.place);
    say();
  });
}

/** @param {string} name */
function takeTool(name) {
  hand.place = name;
  for (const each of document.querySelectorAll("[data-place]")) {
    each.setAttribute("aria-pressed", String(each.dataset.place === name));
  }
}

for (const button of document.querySelectorAll("[data-wish]")) {
  button.addEventListener("click", () => wish({ do: button.dataset.wish }));
}

document.querySelector(".steps").addEventListener("click", (event) => {
  const button = event.target.closest("[data-step-to]");
  if (button) to(button.dataset.stepTo);
});
onward.addEventListener("click", () => {
  arrive(onward.value);
  root.scrollIntoView({ block: "start" });
});
document.addEventListener("to-step", (event) => {
  if (look.step !== event.detail) to(event.detail);
});
document.getElementById("take-corners").addEventListener("click", async () => {
  const taken = await takeCorners();
  if (!taken) return;
  arrive(first());
  if (taken.renumbered) note(word("renumbered"));
});
takePhotos((told) => {
  if (told) arrive("corners");
});

await open();
const { state } = desk;
if (!state.islands.length && !state.stops.length) {
  takeTool(document.querySelector(`[data-step-to="stops"]`) ? "stop" : "island");
}
const takenIn = location.hash === "#taken-in";
document.getElementById("taken-in").hidden = !takenIn;
to(
  takenIn ? "board" : sessionStorage.getItem(root.dataset.number) ??
    (!state.photo ? "board" : !state.view ? "corners" : first()),
);
