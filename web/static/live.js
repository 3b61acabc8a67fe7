// News from the table, and the parts of the page that follow it.
import { alone, say } from "./status.js";

const HEARD_AGAIN_MS = 3000;
let refreshing = false;
let wanted = false;

export function revision() {
  return Number(document.body.dataset.revision);
}

// Ask for the page again and take over every part that differs; only one request at a time.
export async function refresh() {
  wanted = true;
  if (refreshing) return;
  refreshing = true;
  try {
    while (wanted) {
      wanted = false;
      const asked = new URLSearchParams(location.search);
      asked.set("part", "live");
      const answer = await fetch(`${location.pathname}?${asked}`, { headers: { Accept: "text/html" } });
      if (answer.ok) takeOver(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
  } catch {
    wanted = false;
    setTimeout(refresh, HEARD_AGAIN_MS); // No connection just now.
  } finally {
    refreshing = false;
  }
}

// Who can't see the page hears, when the one speaking has finished, whose turn it is now and what
// was found meanwhile.
function told() {
  return [".finding > .found .what", ".turn p"].map((kind) => [...document.querySelectorAll(kind)].map((each) => each.textContent.trim()));
}

function tell([foundBefore, turnBefore]) {
  const [found, turn] = told();
  const fresh = found.filter((each) => !foundBefore.includes(each));
  if (turn.join() !== turnBefore.join()) fresh.push(...turn);
  if (fresh.length) document.getElementById("heard").textContent = fresh.join(" ");
}

// The keyboard stays where it was: on the same button, or on what folds the same away.
function held(where) {
  const act = where?.closest?.("button[name=act]")?.value;
  const folds = where?.closest?.("[data-live] summary")?.textContent;
  return () => {
    if (where?.isConnected) return;
    if (act) document.querySelector(`button[name=act][value="${CSS.escape(act)}"]`)?.focus();
    else if (folds) [...document.querySelectorAll("[data-live] summary")].find((each) => each.textContent === folds)?.focus();
  };
}

function takeOver(page) {
  const before = told();
  const holdAgain = held(document.activeElement);
  const unfolded = new Set([...document.querySelectorAll("[data-live] details[open] > summary")].map((s) => s.textContent));
  for (const fresh of page.querySelectorAll("[data-live]")) {
    const old = document.querySelector(`[data-live="${CSS.escape(fresh.dataset.live)}"]`);
    if (!old || old.outerHTML === fresh.outerHTML || fresh.parentElement.closest("[data-live]")) continue;
    old.replaceWith(adopted(fresh, old));
  }
  for (const summary of document.querySelectorAll("[data-live] details > summary")) {
    if (unfolded.has(summary.textContent)) summary.parentElement.open = true;
  }
  document.body.dataset.revision = page.body.dataset.revision;
  holdAgain();
  tell(before);
  document.dispatchEvent(new CustomEvent("changed"));
}

// What lies on the chart is SVG, and has to be parsed inside an <svg> (it is: the whole page was).
function adopted(fresh) {
  return document.importNode(fresh, true);
}

export function hear() {
  const stream = new EventSource(`/news?after=${revision()}`);
  stream.addEventListener("open", () => {
    alone(false);
    document.dispatchEvent(new CustomEvent("heard"));
    refresh();
  });
  stream.addEventListener("news", (event) => {
    const news = JSON.parse(event.data);
    if (news.revision <= revision()) return;
    say(news.said);
    refresh();
  });
  stream.addEventListener("settings", refresh);
  stream.addEventListener("sight", (event) => document.dispatchEvent(new CustomEvent("sight", { detail: JSON.parse(event.data) })));
  stream.addEventListener("moved", async () => {
    if (document.dispatchEvent(new CustomEvent("moved", { cancelable: true }))) return location.assign("/");
    stream.close();
    await refresh();
    return hear();
  });
  stream.addEventListener("error", () => {
    alone(true);
    if (stream.readyState === EventSource.CLOSED) {
      setTimeout(() => { refresh(); hear(); }, HEARD_AGAIN_MS);
    }
  });
  addEventListener("pagehide", () => stream.close(), { once: true });
  addEventListener("online", refresh);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
}
