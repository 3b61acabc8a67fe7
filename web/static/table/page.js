// A page that stays open: it hears the news, shows what changed, and sends what is tapped.
import { hear } from "../live/hear.js";
import { sendForms } from "../live/acts.js";
import { speakAloud } from "./aloud.js";
import { stepNumbers } from "../turn/stepper.js";
import { timeTurns } from "./timer.js";
import { stayAwake } from "./awake.js";
import { showUnfolded } from "./folds.js";
import { openMap } from "../chart/map.js";
import { allowAnything } from "../chart/anything.js";
import { explainThings } from "../rules/in_place.js";
import { teach } from "../rules/lesson.js";

sendForms(document);
openMap(document.querySelector("[data-map]"));
allowAnything(document.querySelector("[data-map]"));
hear();
speakAloud();
timeTurns();
stepNumbers();
stayAwake();
showUnfolded();
explainThings();
teach();

// Where nothing more is to be looked at, the next thing is folded again.
document.addEventListener("changed", () => {
  /** @type {HTMLDetailsElement} */
  const look = document.querySelector(".look-here");
  if (look && !look.querySelector(".finding")) look.open = false;
});

// Another step begins at its top, however far down the list of the last one somebody was.
const step = () => document.querySelector(".choices :is(h3, summary)")?.textContent;
let begun = step();
document.addEventListener("changed", () => {
  if (step() === begun) return;
  begun = step();
  for (const each of document.querySelectorAll(".choices")) each.scrollTop = 0;
});
