// A photo on its way to a score: taps are sent without leaving the page, and while a photo is being
// read the page asks how far it is. Without this script the same forms and links work by themselves.
const ASK_MS = 1200;
const said = document.getElementById("said");
const url = location.pathname;
let asking = null;

document.documentElement.classList.add("scripted");

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("[data-case]") || form.method !== "post" || form.classList.contains("forget")) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  const multipart = form.enctype === "multipart/form-data";
  event.submitter?.setAttribute("aria-busy", "true");
  load(form.action, { method: "POST", body: multipart ? body : new URLSearchParams(body) });
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-at-once]");
  if (form && event.target.files?.length) form.requestSubmit();
});

document.addEventListener("click", (event) => {
  const place = event.target.closest("a.tap-place");
  if (!place) return;
  event.preventDefault();
  load(place.getAttribute("href")).then(() => {
    document.querySelector("#looks .asking")?.scrollIntoView({ block: "nearest" });
  });
});

// Sends, and shows the page that comes back in place of this one.
async function load(where, how = {}) {
  clearTimeout(asking);
  try {
    const answer = await fetch(where, { ...how, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-case]");
    if (fresh) show(fresh);
    else if (!answer.ok) say(page.querySelector("main .lead")?.textContent ?? String(answer.status));
  } catch {
    say(document.documentElement.lang === "fr" ? "Pas de liaison avec la table." : "No connection to the table.");
    for (const each of document.querySelectorAll('[aria-busy="true"]')) each.removeAttribute("aria-busy");
  }
  askAgain();
}

// What a person has unfolded, written, scrolled to or focused stays so.
function show(fresh) {
  const old = document.querySelector("[data-case]");
  for (const each of old.querySelectorAll("details[id]")) {
    const same = fresh.querySelector(`#${CSS.escape(each.id)}`);
    if (same && each.open) same.open = true;
  }
  const focused = focusKey(document.activeElement);
  const scrolled = old.querySelector(".photo-window");
  const [left, top] = [scrolled?.scrollLeft, scrolled?.scrollTop];
  old.replaceWith(fresh);
  const view = fresh.querySelector(".photo-window");
  if (view && scrolled) view.scrollTo(left, top);
  if (focused) [...fresh.querySelectorAll("button, summary, input, select")].find((each) => focusKey(each) === focused)?.focus({ preventScroll: true });
  const standing = [...fresh.querySelectorAll(".ranking tbody tr")].map((row) => row.querySelector("th").textContent.trim() + " " + row.lastElementChild.textContent).join(", ");
  if (standing) say(standing);
  document.dispatchEvent(new CustomEvent("shown"));
}

function focusKey(each) {
  if (!each || each === document.body) return null;
  const form = each.closest("form");
  return [form?.getAttribute("action"), form?.elements.place?.value, each.name, each.value, each.closest("details")?.id, each.tagName].join("|");
}

function askAgain() {
  clearTimeout(asking);
  if (document.querySelector("[data-busy]") && !typing()) asking = setTimeout(() => load(url), ASK_MS);
  else if (document.querySelector("[data-busy]")) asking = setTimeout(askAgain, ASK_MS);
}

// Nobody's half-written name is taken from under the fingers.
function typing() {
  return document.activeElement?.matches("input, select") && document.activeElement.closest(".who-played");
}

function say(text) {
  if (said.textContent === text) return;
  said.textContent = text;
  said.classList.add("fresh");
  setTimeout(() => said.classList.remove("fresh"), 4000);
}

askAgain();
