// What is traced, as the server has it: wishes go there one after the other, each with the revision
// that this page has seen, and what comes back is shown. Nothing is kept here alone.
import { refusal } from "../live/refused.js";
import { LONG_MS, within } from "../live/within.js";

const AGAIN_MS = 2000;
const root = document.getElementById("trace");
const base = `/trace/${root.dataset.number}`;
const kept = document.querySelector(".kept");
const wrong = document.getElementById("wrong");
const noted = document.getElementById("noted");
/** @type {((state: Tracing, before: Tracing | null) => void)[]} */
const listeners = [];
/** @type {Promise<any>} */
let waiting = Promise.resolve();
let unheard = "";

/** @type {{state: Tracing, ghosts: Ghost[]}} */
export const desk = { state: null, ghosts: [] };
// The same as the server has it: a drag changes the other one before it is sent.
/** @type {Tracing} */
let saved = null;

/** @param {(state: Tracing, before: Tracing | null) => void} listener */
export function follow(listener) {
  listeners.push(listener);
}

/** @param {string} path */
export function address(path) {
  return `${base}/${path}`;
}

/**
 * What the table has there; null, and the page says so, where no answer of its own comes.
 * @param {string} path
 * @param {number} [ms]
 * @returns {Promise<{ok: boolean, told: any} | null>}
 */
export async function ask(path, ms) {
  try {
    const { signal } = within(ms);
    const given = await fetch(address(path), { headers: { Accept: "application/json" }, signal });
    const answer = await read(given);
    const isTheTables = answer.ok || Boolean(answer.told.error.code);
    hear(isTheTables ? "" : answer.told.error.message);
    return isTheTables ? answer : null;
  } catch {
    hear(kept.dataset.away);
    return null;
  }
}

/** @param {Response} answer */
async function read(answer) {
  const body = await answer.text();
  return { ok: answer.ok, told: answer.ok ? JSON.parse(body) : { error: refusal(body) } };
}

/**
 * Why nothing was heard stands there until something is; it takes no other word away.
 * @param {string} why
 */
function hear(why) {
  if (why || kept.textContent === unheard) kept.textContent = why;
  unheard = why;
}

/** Shows how things stand; as long as nothing was ever shown it is asked for again and again. */
export async function open() {
  let answer = await ask("state");
  while (!answer && !saved) {
    root.hidden = false; // What is said about the connection stands in it.
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    answer = await ask("state");
  }
  if (answer?.ok) show(answer.told);
  else if (answer) complain(answer.told.error.message);
}

/** @param {object} what */
export function wish(what) {
  return post("act", () => ({ wish: what }));
}

/**
 * A wish that hangs on how things stand when all that was wished before is done; null wishes nothing.
 * @param {() => object | null} ask
 */
export function wishThen(ask) {
  return queue(() => {
    const what = ask();
    return what && send("act", written({ wish: what }));
  });
}

/** @param {string} way */
export function step(way) {
  return post(way, () => ({}));
}

/**
 * @param {string} path
 * @param {() => object} body
 */
export function post(path, body) {
  return queue(() => send(path, written(body())));
}

let leaving = false;
addEventListener("pagehide", () => {
  leaving = true;
});
addEventListener("pageshow", () => {
  leaving = false;
});

/** @param {object} body */
function written(body) {
  return {
    keepalive: leaving || document.hidden, // What is sent last arrives though the page is gone.
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ ...body, revision: desk.state.revision }),
  };
}

/**
 * A file, and what goes with it; the answer is given back too.
 * @param {string} path
 * @param {FormData} form
 */
export function upload(path, form) {
  return queue(() =>
    send(path, { method: "POST", headers: { Accept: "application/json" }, body: form })
  );
}

/**
 * @param {() => unknown} work
 * @returns {Promise<any>}
 */
function queue(work) {
  waiting = waiting.then(work, work);
  return waiting;
}

/**
 * @param {string} path
 * @param {RequestInit} how
 */
async function send(path, how) {
  kept.textContent = kept.dataset.busy;
  let answer;
  try {
    const { signal } = within(path === "act" ? undefined : LONG_MS);
    answer = await read(await fetch(address(path), { ...how, signal }));
  } catch {
    kept.textContent = kept.dataset.lost;
    restore();
    return null;
  }
  const { told } = answer;
  if (answer.ok) {
    const state = told.state ?? told;
    kept.textContent = state.revision === saved.revision ? "" : kept.dataset.kept;
    quiet();
    show(state);
    return told;
  }
  kept.textContent = "";
  complain(told.error.message);
  if (told.error.state || saved) show(told.error.state ?? saved);
  return null;
}

/** @param {string} message */
export function complain(message) {
  stand(wrong, message);
}

/**
 * What was done otherwise than asked for, and is well so.
 * @param {string} message
 */
export function note(message) {
  stand(noted, message);
}

/**
 * @param {HTMLElement} where
 * @param {string} message
 */
function stand(where, message) {
  where.textContent = message;
  where.hidden = false;
  where.scrollIntoView({ block: "nearest" });
}

export function quiet() {
  wrong.hidden = noted.hidden = true;
}

/** @param {Tracing} state */
function show(state) {
  const before = desk.state;
  saved = state;
  desk.state = structuredClone(state);
  listeners.forEach((listener) => listener(desk.state, before));
}

// What was dragged and not sent goes back to where the server has it.
export function restore() {
  if (JSON.stringify(desk.state) !== JSON.stringify(saved)) show(saved);
}

/**
 * @param {string} key
 * @returns {End}
 */
export function endOf(key) {
  const { islands, harbours, stops } = desk.state;
  return [...islands, ...harbours, ...stops].find((each) => each.key === key);
}

/**
 * @param {string} key
 * @returns {Route}
 */
export function routeOf(key) {
  return desk.state.routes.find((each) => each.key === key);
}

/**
 * @param {string} key
 * @returns {Line}
 */
export function lineOf(key) {
  return desk.state.lines.find((each) => each.key === key);
}

/** @param {End} end */
export function nameOf(end) {
  return end.name ?? kindName(end.company);
}

/** @param {string} kind */
export function kindName(kind) {
  return desk.state.names[kind] ?? kind.replaceAll("_", " ");
}

/** @param {{a: string, b: string}} route */
export function routeName(route) {
  return [route.a, route.b].map((key) => nameOf(endOf(key))).join(" – ");
}
