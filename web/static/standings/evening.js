// An older evening: its chart, and the game once more beneath it.
import { openMap } from "../chart/map.js";
import "./again.js";
import "./picture.js";

openMap(document.querySelector("[data-map]"));
