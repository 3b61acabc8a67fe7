// The parts of the page that follow the table.
import { morph } from "./morph.js";
import { goTo, isBeingLeft } from "./once.js";
import { alone } from "./status.js";
import { Patience, within } from "./within.js";

// No code, no longer the right one, no table, or a game without this player.
const NOT_HERE = [401, 403, 404, 410];
/** @type {Promise<void> | null} */
let refreshing = null;
let wanted = false;
let again = 0;
const patience = new Patience();
const marks = new Map();

export function revision() {
  return Number(document.body.dataset.revision);
}

/** Of which game this page is, and of whose door (web/visits/whose.py); null where it is of none. */
export function whose() {
  return document.body.dataset.whose ?? null;
}

/** @param {number} number */
function nowAt(number) {
  document.body.dataset.revision = String(number);
  for (const named of document.querySelectorAll("[data-live] input[name=revision]")) {
    named.value = String(number);
  }
}

/** Ask what changed, and take it over; only one request at a time. */
export function refresh() {
  wanted = true;
  refreshing ??= follow();
  return refreshing;
}

/**
 * Bring the page up to date; done as soon as it shows what is written under this number.
 * @param {number} number
 */
export async function shown(number) {
  const looking = new AbortController();
  const seen = new Promise((done) => {
    const look = () => revision() >= number && done(null);
    document.addEventListener("changed", look, { signal: looking.signal });
    look();
  });
  await Promise.race([seen, refresh()]);
  looking.abort();
}

async function follow() {
  while (wanted) {
    wanted = false;
    clearTimeout(again);
    const news = await changes();
    try {
      if (news) takeOver(news);
    } catch (fault) {
      reportError(fault); // A fault of ours is none of the connection, and comes again if asked again.
    }
  }
  refreshing = null;
}

// The marks tell what this page has.
async function changes() {
  const asked = new URLSearchParams(location.search);
  asked.set("part", "live");
  const headers = { Accept: "application/json", "X-Has-Parts": [...marks.values()].join(" ") };
  try {
    const answer = await fetch(`${location.pathname}?${asked}`, {
      headers,
      signal: within().signal,
    });
    const isNews = answer.ok && answer.headers.get("Content-Type")?.startsWith("application/json");
    const news = isNews ? await answer.json() : null;
    alone("answers", false);
    if (answer.status < 500) {
      patience.answered();
      const isElsewhere = NOT_HERE.includes(answer.status) || (news && news.whose !== whose());
      return isElsewhere && !leave() ? null : news;
    }
  } catch {
    alone("answers", true);
  }
  askAgain();
  return null;
}

/**
 * What this page is of is no longer here, for its game is not on the table or its door is shut:
 * where it led, another one leads. Whether it stays all the same.
 */
export function leave() {
  const stays = !document.dispatchEvent(new CustomEvent("moved", { cancelable: true }));
  if (!stays && !isBeingLeft()) goTo("/");
  return stays;
}

// There is no connection just now, or the table has too much to do: it is asked less and less often.
function askAgain() {
  wanted = false;
  again = setTimeout(refresh, patience.longer());
}

// Who can't see the page hears, when the one speaking has finished, whose turn it is now and what
// was found meanwhile.
function told() {
  return [".finding > .found .what", ".turn p"].map((kind) =>
    [...document.querySelectorAll(kind)].map((each) => each.textContent.trim())
  );
}

/** @param {string[][]} before */
function tell([foundBefore, turnBefore]) {
  const [found, turn] = told();
  const fresh = found.filter((each) => !foundBefore.includes(each));
  if (turn.join() !== turnBefore.join()) fresh.push(...turn);
  if (fresh.length) document.getElementById("heard").textContent = fresh.join(" ");
}

/**
 * The keyboard stays where it was: on the same button, or on what folds the same away.
 * @param {Element | null} where
 */
function held(where) {
  const act = where?.closest?.("button[name=act]")?.value;
  const folds = where?.closest?.("[data-live] summary")?.textContent;
  return () => {
    if (where?.isConnected) return;
    if (act) document.querySelector(`button[name=act][value="${CSS.escape(act)}"]`)?.focus();
    else if (folds) {
      [...document.querySelectorAll("[data-live] summary")].find((each) =>
        each.textContent === folds
      )?.focus();
    }
  };
}

/** @param {{whose: string | null, revision: number | null, parts: Part[]}} news */
function takeOver({ whose: now, revision: shown, parts }) {
  const before = told();
  const holdAgain = held(document.activeElement);
  for (const { name, mark, html } of parts) {
    const part = document.querySelector(`[data-live="${CSS.escape(name)}"]`);
    if (!part) continue;
    morph(part, html);
    marks.set(name, mark);
    part.dispatchEvent(new CustomEvent("morphed", { bubbles: true }));
  }
  if (now !== null) document.body.dataset.whose = now;
  if (shown !== null) nowAt(shown);
  holdAgain();
  tell(before);
  document.dispatchEvent(new CustomEvent("changed"));
}
