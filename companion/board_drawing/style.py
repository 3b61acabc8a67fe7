"""The looks of the map, as CSS. A page gives ``.board-map`` other values for another theme."""

from __future__ import annotations

STYLE = """
:where(.board-map) {
  --paper: #f6efdf; --ink: #1f3a4d; --ink-soft: #56788c; --halo: #e3f0f3;
  --sea: #7db2c9; --sea-2: #8dbdd1; --sea-3: #a1cad9; --sea-4: #bbdae3; --depth: #69a2bc;
  --land: #c9d09a; --land-edge: #7f8551; --beach: #f3e8c2;
  --space: #eef7f8; --space-edge: #4c819b; --arrow: #b3432b;
  --slot: #fbf7ea; --slot-edge: #8b8250; --value: #fdfaf0; --harbour-edge: #fdfaf0;
  --piece-edge: #10202b; --lit: #ffcf33;
  --zone-1: #d9c37c; --zone-2: #cbc4c9; --zone-3: #c6fddf; --zone-4: #ebb5a2;
  --zone-5: #c4ceff; --zone-6: #e8fab9; --stranding: #fdfbf4;
}
:where(.board-map[data-theme="dark"]) {
  --paper: #10191f; --ink: #dbe8ee; --ink-soft: #86a3b3; --halo: #16303f;
  --sea: #16303f; --sea-2: #193747; --sea-3: #1d3f50; --sea-4: #24495b; --depth: #2b566b;
  --land: #5d5b3a; --land-edge: #a49c68; --beach: #77724a;
  --space: #557e92; --space-edge: #a3c3d1; --arrow: #ff9a78;
  --slot: #35351f; --slot-edge: #b5ad77; --value: #22261b; --harbour-edge: #dbe8ee;
  --piece-edge: #f3f7f9;
  --zone-1: #6a5934; --zone-2: #585b6c; --zone-3: #2a5745; --zone-4: #48291e;
  --zone-5: #1d1644; --zone-6: #384006; --stranding: #d7dde0;
}
.board-map { font-family: Georgia, "Iowan Old Style", "Palatino Linotype", "Times New Roman",
  "DejaVu Serif", serif; }
.board-map text { text-anchor: middle; }
.board-map text:not([fill]) { fill: var(--ink); }
.board-map .paper { fill: var(--paper); }
.board-map .sea { fill: var(--sea); }
.board-map .depths { fill: none; stroke-linejoin: round; }
.board-map .graticule { fill: none; stroke: var(--depth); stroke-width: .35; opacity: .6; }
.board-map .frame { fill: none; stroke: var(--ink); }
.board-map .scale { fill: var(--ink); }
.board-map .scale-number { fill: var(--ink-soft); }
.board-map .compass { stroke: var(--depth); fill: none; stroke-width: .5; }
.board-map .compass .dark { fill: var(--depth); }
.board-map .compass .light { fill: var(--sea-4); }
.board-map .compass text { fill: var(--ink-soft); stroke: none; }
.board-map .coast { fill: var(--land); stroke: var(--land-edge); stroke-width: .6; }
.board-map .beach { fill: none; stroke: var(--beach); stroke-width: 3.4; }
.board-map .space rect { fill: var(--space); stroke: var(--space-edge); stroke-width: .5;
  stroke-dasharray: 1.6 1; }
.board-map .arrow { fill: none; stroke: var(--arrow); stroke-width: 1.2;
  stroke-linecap: round; stroke-linejoin: round; }
.board-map .slot circle { fill: var(--slot); stroke: var(--slot-edge); stroke-width: .4;
  stroke-dasharray: 1.2 .7; }
.board-map .value circle { fill: var(--value); stroke: var(--ink); stroke-width: .4; }
.board-map .value text { font-weight: bold; }
.board-map .name { font-style: italic; paint-order: stroke; stroke: var(--halo);
  stroke-width: 1.5; stroke-linejoin: round; }
.board-map .zone { opacity: .75; }
.board-map .zone-number { font-weight: bold; }
.board-map .zone circle { fill: var(--tint); }
.board-map .zone path { stroke: var(--tint); stroke-linecap: round; }
.board-map .line { fill: none; stroke: var(--ink); stroke-dasharray: .1 4.4;
  stroke-linecap: round; }
.board-map .stop rect { stroke: var(--ink); stroke-width: .8; }
.board-map .stop.stranding rect { fill: var(--stranding); stroke-width: 1.1; }
.board-map .stop.stranding .letter { fill: #1f3a4d; }
.board-map .cell .outline { fill: none; stroke: var(--depth); stroke-width: .8; }
.board-map .cell.marked .outline { fill: var(--sea-4); }
.board-map .cell-name { fill: var(--ink-soft); }
.board-map .notch { fill: #6b7148; }
.board-map .dots { fill: none; }
.board-map .piece.tile .body { stroke: #6b7148; stroke-width: .8; }
.board-map .piece.tile .printed { fill: #1f3a4d; font-weight: bold; }
.board-map .feature rect { stroke: #6b7148; stroke-width: .4; }
.board-map .feature text:not([fill]) { fill: #1f3a4d; }
.board-map .feature rect:not([fill]), .board-map .printed-place rect { fill: #fdfaf0; }
.board-map .printed-place rect { stroke: var(--space-edge); stroke-width: .8; }
.board-map .printed-place text { fill: #1f3a4d; }
.board-map .harbour circle { stroke-width: 1.4; }
.board-map .harbour circle:not([stroke]) { stroke: var(--harbour-edge); }
.board-map .harbour .home { fill: none; stroke-width: 1.8; opacity: .9; }
.board-map .harbour .count { font-weight: bold; }
.board-map .piece .body { stroke: var(--piece-edge); stroke-width: .45; }
.board-map .sail { fill: var(--paper); stroke: var(--piece-edge); stroke-width: .4; }
.board-map .letter { font-family: system-ui, "DejaVu Sans", sans-serif; font-weight: bold; }
.board-map .lit :is(rect, circle) { stroke: var(--lit); stroke-width: 1.6;
  stroke-dasharray: none; }
"""
