// What is tapped is sent with the revision this page has seen. A tap that finds no way to the table is
// kept, even over a reload, and sent when there is one; sent again with the same key, it counts once.
import { leave, refresh, revision, shown, whose } from "./live.js";
import { keep, say } from "./status.js";
import { within } from "./within.js";

// So long without an answer a tap is said to be kept; so long, and it is sent again.
const KEPT_MS = 4000;
const AGAIN_MS = 1500;
const KEPT = "kept-tap";
// The code opens nothing any more, or this page is of another game or another's by now.
const NOT_HERE = [401, 410];
const DIGITS = /^\d{1,9}$/;
/** @type {Way | null} */
let onItsWay = null;

/** @param {Document} root */
export function sendForms(root) {
  root.addEventListener("submit", async (event) => {
    const { target: form, submitter: button } = event;
    if (form.getAttribute("action") !== "/act") return;
    event.preventDefault();
    if (await send(actOf(form, button), button, saying(form, button))) form.reset();
  });
  addEventListener("pagehide", () => onItsWay?.remember());
  root.querySelector("[data-forget]")?.addEventListener("click", () => onItsWay?.forget());
  const kept = sessionStorage.getItem(KEPT);
  if (kept) deliver(JSON.parse(kept));
}

/**
 * What is sent: what stands on the button, with what the form asked for besides.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function actOf(form, button) {
  const act = button.value ? JSON.parse(button.value) : {};
  const fact = factOf(form);
  return Object.keys(fact).length ? { ...act, fact: { ...act.fact, ...fact } } : act;
}

/**
 * A form may hold a fact word by word, in fields named fact.WORD. Which words of this game hold a
 * whole number stands on the page; the table reads a form without this script alike.
 * @param {HTMLFormElement} form
 */
function factOf(form) {
  const words = [...new FormData(form)].filter(([name, value]) =>
    name.startsWith("fact.") && value !== ""
  );
  const whole = new Set((document.body.dataset.whole ?? "").split(" "));
  return Object.fromEntries(words.map(([name, value]) => {
    const word = name.slice("fact.".length);
    return [word, whole.has(word) && DIGITS.test(String(value)) ? Number(value) : value];
  }));
}

/**
 * Whether it was written down.
 * @param {object} act
 * @param {HTMLButtonElement | null} button
 * @param {string} [label]
 */
export async function send(act, button, label = words(button)) {
  if (button?.getAttribute("aria-busy") === "true") return false;
  button?.setAttribute("aria-busy", "true");
  const body = JSON.stringify({ revision: revision(), key: newKey(), whose: whose(), act });
  try {
    // What is tapped next waits its turn: until that one is answered, or is kept itself.
    while (onItsWay && !onItsWay.waits) await onItsWay.settled;
    if (onItsWay) {
      onItsWay.refuse();
      return false;
    }
    return await deliver({ body, label });
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

/**
 * What stands on a button, without its signs.
 * @param {HTMLElement | null} button
 */
function words(button) {
  const parts = [...(button?.childNodes ?? [])].filter((each) =>
    !(each instanceof Element && each.ariaHidden === "true")
  );
  return parts.map((each) => each.textContent.trim()).filter(Boolean).join(": ");
}

/**
 * What stands on a button, and what its form asked for besides.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
function saying(form, button) {
  const answers = [...form.elements].filter((each) => each.matches("[name^='fact.']")).map(answer);
  return [words(button), answers.filter(Boolean).join(", ")].filter(Boolean).join(": ");
}

/**
 * An answer as it stands on the page; nothing where none was given, or none can be read.
 * @param {any} field
 */
function answer(field) {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.textContent.trim();
  if (field.type === "hidden") return "";
  if (field.type !== "radio") return field.value;
  return field.checked
    ? field.closest("label")?.querySelector(":scope > span")?.textContent.trim()
    : "";
}

/** @param {{body: string, label: string}} tap */
async function deliver(tap) {
  const way = new Way(tap);
  onItsWay = way;
  const answer = await way.answer();
  const isNotHere = NOT_HERE.includes(answer?.status);
  // This page is left, with the tap still on its way: the next one sends it again, and says why not.
  if (isNotHere && JSON.parse(tap.body).whose === whose() && !leave()) return false;
  way.done();
  if (!answer) return false;
  const { counts, told } = answer;
  say(counts ? told.said : (isNotHere ? `${tap.label}. ` : "") + told.error.message);
  if (counts && document.body.dataset.after) location.assign(document.body.dataset.after);
  await (counts ? shown(told.number) : refresh());
  return counts;
}

// One tap's way to the table: tried until it is answered, or forgotten.
class Way {
  /** @param {{body: string, label: string}} tap */
  constructor({ body, label }) {
    this.body = body;
    this.label = label;
    this.waits = false;
    this.forgotten = false;
    this.again = () => {};
    /** Until it is said to be kept, or is over. */
    this.settled = new Promise((settle) => {
      this.settle = () => settle(null);
    });
  }

  async answer() {
    for (;;) {
      try {
        return await this.post();
      } catch {
        if (this.forgotten) return null;
        this.wait();
        await this.pause();
        if (this.forgotten) return null;
      }
    }
  }

  // Until it is worth another try: a while, or until the table is heard.
  async pause() {
    const waiting = new AbortController();
    await new Promise((again) => {
      this.again = () => again(null);
      setTimeout(this.again, AGAIN_MS);
      document.addEventListener("heard", this.again, { signal: waiting.signal });
    });
    waiting.abort();
  }

  async post() {
    const unanswered = setTimeout(() => this.wait(), KEPT_MS);
    this.asked = within();
    try {
      const answer = await fetch("/act", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: this.body,
        signal: this.asked.signal,
      });
      const told = await answer.json(); // What is none is no answer of the table's.
      return { counts: answer.ok, status: answer.status, told };
    } finally {
      clearTimeout(unanswered);
    }
  }

  wait() {
    if (this.waits || onItsWay !== this) return;
    this.waits = true;
    this.settle();
    this.remember();
    keep(this.label);
  }

  // Over a reload, and on the next page.
  remember() {
    sessionStorage.setItem(KEPT, JSON.stringify({ body: this.body, label: this.label }));
  }

  // Only one tap can wait: what comes after it depends on it.
  refuse() {
    keep(`${this.label}. ${document.getElementById("gone").dataset.full}`);
  }

  // Whatever became of the connection, it may have arrived: a table that wakes up may find it yet.
  forget() {
    this.forgotten = true;
    this.done();
    this.asked?.abort();
    this.again();
    say(document.getElementById("gone").dataset.mayCount);
  }

  done() {
    if (onItsWay !== this) return;
    onItsWay = null;
    sessionStorage.removeItem(KEPT);
    if (this.waits) keep("");
    this.settle();
  }
}

// crypto.randomUUID is absent where a phone has no https; this is not.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("");
}
