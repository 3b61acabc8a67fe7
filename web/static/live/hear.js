// News from the table. It is heard every few seconds, if only its heartbeat: a table that is silent for
// longer is away, and is called anew.
import { leave, refresh, revision, whose } from "./live.js";
import { alone, say } from "./status.js";
import { Patience } from "./within.js";

// Two and a half heartbeats (web/table/stream.py).
const SILENT_MS = 25_000;
/** @type {EventSource | null} */
let stream = null;
let silence = 0;
const patience = new Patience();

/** Hear the news from now on. */
export function hear() {
  call();
  addEventListener("pagehide", hangUp);
  // A page that is gone back to comes as it was left, with its stream closed.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    call();
    refresh();
  });
  // Only a new call tells: a page of this machine's own needs no network.
  addEventListener("offline", missed);
  addEventListener("online", () => {
    call();
    refresh();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh();
  });
}

function hangUp() {
  clearTimeout(silence);
  stream?.close();
}

function missed() {
  alone("news", true);
  call();
}

function call() {
  hangUp();
  stream = new EventSource(`/news?after=${revision()}&whose=${whose()}`);
  stream.addEventListener("open", () => {
    waitForNews();
    patience.answered();
    alone("news", false);
    document.dispatchEvent(new CustomEvent("heard"));
    refresh();
  });
  stream.addEventListener("error", () => {
    alone("news", true);
    if (stream.readyState !== EventSource.CLOSED) return;
    clearTimeout(silence);
    silence = setTimeout(call, patience.longer());
    refresh(); // It was answered, and by what only another question tells.
  });
  on("heartbeat", () => {});
  on("news", (news) => {
    if (news.revision <= revision()) return;
    say(news.said);
    refresh();
  });
  on("settings", refresh);
  on(
    "sight",
    (detail) => document.dispatchEvent(new CustomEvent("sight", { detail })),
  );
  on("moved", async () => {
    if (!leave()) return;
    hangUp();
    await refresh();
    call();
  });
  waitForNews();
}

/**
 * @param {string} kind
 * @param {(told: any) => void} then
 */
function on(kind, then) {
  stream.addEventListener(kind, (event) => {
    waitForNews();
    then(JSON.parse(event.data));
  });
}

function waitForNews() {
  clearTimeout(silence);
  silence = setTimeout(missed, SILENT_MS);
}
