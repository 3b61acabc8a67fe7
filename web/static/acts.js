// What is tapped is sent with the revision this page has seen. A request that got no answer is sent
// again with the same key, and counts once.
import { refresh, revision, say } from "./live.js";

const TRIES = 4;
const WAIT_MS = 800;
const WHOLE = new Set(["fact.amount", "fact.mends", "fact.phase"]);

export function sendForms(root) {
  root.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.target.getAttribute("action") !== "/act") return;
    event.preventDefault();
    send(button.value ? JSON.parse(button.value) : { fact: factOf(event.target) }, button);
  });
}

// A form may hold a fact word by word, in fields named fact.WORD.
function factOf(form) {
  const words = [...new FormData(form)].filter(([name]) => name.startsWith("fact."));
  return Object.fromEntries(words.map(([name, value]) => [name.slice(5), WHOLE.has(name) ? Number(value) : value]));
}

export async function send(act, button) {
  if (button?.getAttribute("aria-busy") === "true") return;
  button?.setAttribute("aria-busy", "true");
  const body = JSON.stringify({ revision: revision(), key: newKey(), act });
  try {
    const answer = await sent(body);
    const told = await answer.json();
    say(answer.ok ? told.said : told.error.message);
    if (answer.ok && document.body.dataset.after) location.assign(document.body.dataset.after);
  } catch {
    say(document.documentElement.lang === "fr" ? "Pas de liaison avec la table." : "No connection to the table.");
  } finally {
    button?.removeAttribute("aria-busy");
  }
  await refresh();
}

async function sent(body) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch("/act", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body,
      });
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((done) => { setTimeout(done, WAIT_MS * tries); });
    }
  }
}

// crypto.randomUUID is absent where a phone has no https; this is not.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
