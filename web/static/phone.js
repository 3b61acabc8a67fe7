// This device as the live camera: it shows what its camera sees, and sends that, picture by picture.
// Only the newest, never two at once, and no faster than the table answers.
import { follow } from "./eye.js";
import { say } from "./live.js";

const WANTED = { audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 2560 }, height: { ideal: 1920 } } };
const LONGEST_SIDE_PX = 2560;
const LIVE_QUALITY = 0.85;
const EMPTY_QUALITY = 0.95;
const BETWEEN_MS = 200;
const AGAIN_MS = 1500;
const ANSWER_MS = 10000;
const LOOKING_MS = 70000;
const SLEPT_MS = 4000;
const SENDS = "sends-live-picture";
// What is no refusal of this picture alone, but of this phone.
const ENDS = [401, 403, 404];

const section = document.querySelector("[data-live-phone]");
if (section && navigator.mediaDevices?.getUserMedia) offer();

function offer() {
  const video = section.querySelector("video");
  const buttons = Object.fromEntries([...section.querySelectorAll("button")].map((button) => [button.value, button]));
  const canvas = document.createElement("canvas");
  const wasKnown = section.dataset.known !== undefined;
  let known = wasKnown;
  let run = 0; // Which run of the camera goes on; 0 while none does.
  let runs = 0;
  let sentAt = 0;
  let sentTime = -1;
  let lock = null;

  section.hidden = false;
  section.closest(".by-phone").classList.add("can-live");
  show("ready");
  buttons.start.addEventListener("click", start);
  buttons.stop.addEventListener("click", () => {
    sessionStorage.removeItem(SENDS);
    stop("stopped");
    if (known !== wasKnown) location.reload(); // What else the page offers is another thing now.
  });
  buttons.empty.addEventListener("click", takeEmpty);

  // The table is watched by another camera than before: on this device that is its own.
  document.addEventListener("moved", (event) => {
    if (!run) return;
    event.preventDefault();
    showEye();
  });
  document.addEventListener("visibilitychange", () => {
    if (!run || document.hidden) return;
    if (known && performance.now() - sentAt > SLEPT_MS) say(words("slept"));
    stayAwake();
  });
  addEventListener("pagehide", () => stop("ready"));
  // A page that sent when the device put it away goes on when it is opened again.
  if (known && sessionStorage.getItem(SENDS)) start();

  async function start() {
    const mine = run = ++runs;
    show("asking");
    if (!(await open(mine)) || run !== mine) return;
    stayAwake();
    if (known) send(mine);
    else show("aim");
  }

  function stop(code, text) {
    run = 0;
    for (const track of video.srcObject?.getTracks() ?? []) track.stop();
    video.srcObject = null;
    lock?.release().catch(() => {});
    lock = null;
    section.querySelector(".may-sleep").hidden = true;
    show(code, text);
  }

  async function open(mine) {
    try {
      const stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (run !== mine) {
        for (const track of stream.getTracks()) track.stop();
        return false;
      }
      video.srcObject = stream;
      await video.play();
      return true;
    } catch (error) {
      if (run === mine) stop(["NotAllowedError", "SecurityError"].includes(error.name) ? "refused" : "none");
      return false;
    }
  }

  async function send(mine) {
    sentAt = performance.now();
    while (run === mine) {
      const began = performance.now();
      const picture = await newest(LIVE_QUALITY);
      if (run !== mine) return;
      if (picture) await hand(picture, mine);
      else if (performance.now() - sentAt > SLEPT_MS) await reopen(mine);
      await pause(began + BETWEEN_MS - performance.now());
    }
  }

  async function hand(picture, mine) {
    const answer = await post("/camera/picture", picture, { live: "1" });
    if (run !== mine) return;
    if (answer.ok) {
      sentAt = performance.now();
      sessionStorage.setItem(SENDS, "yes");
      show("sending");
      return;
    }
    if (answer.code === "no-empty-board") {
      known = false;
      run = ++runs;
      show("aim");
    } else if (answer.status === 409 || ENDS.includes(answer.status)) {
      stop("refused", answer.message);
    } else {
      show("alone", answer.message);
      await pause(AGAIN_MS);
    }
  }

  async function takeEmpty() {
    const mine = run;
    show("looking");
    const picture = await newest(EMPTY_QUALITY, true);
    const answer = picture ? await post("/camera/empty", picture, {}, LOOKING_MS) : { message: words("no-picture") };
    if (run !== mine) return;
    known = Boolean(answer.ok);
    if (known) send(mine);
    else show("aim", answer.message);
  }

  // A camera that gives nothing may have been taken by another program, or by the device's sleep.
  async function reopen(mine) {
    show("no-picture");
    await pause(AGAIN_MS);
    const ended = (video.srcObject?.getVideoTracks() ?? []).every((track) => track.readyState === "ended");
    if (run === mine && ended && !document.hidden) await open(mine);
  }

  // The newest picture as a file; null where there is none that was not sent before.
  async function newest(quality, again = false) {
    const [track] = video.srcObject?.getVideoTracks() ?? [];
    const fresh = again || video.currentTime !== sentTime;
    if (!track || track.muted || track.readyState !== "live" || video.readyState < 2 || !fresh) return null;
    const part = Math.min(1, LONGEST_SIDE_PX / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * part);
    canvas.height = Math.round(video.videoHeight * part);
    sentTime = video.currentTime;
    canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
  }

  function show(code, text) {
    const state = section.querySelector(".live-phone-state");
    const said = text || words(code);
    if (state.querySelector("b").textContent !== said) state.querySelector("b").textContent = said;
    section.dataset.livePhone = code;
    section.closest(".eye-side").classList.toggle("sends", run > 0);
    video.hidden = !run;
    buttons.start.hidden = run > 0;
    buttons.stop.hidden = !run;
    buttons.empty.hidden = code !== "aim";
  }

  async function stayAwake() {
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      lock = null; // Not every browser can, and none while its battery is low.
    }
    section.querySelector(".may-sleep").hidden = Boolean(lock) || !run;
  }
}

function words(code) {
  return section.querySelector(`[data-said="${code}"]`).textContent;
}

function pause(ms) {
  return new Promise((done) => setTimeout(done, Math.max(0, ms)));
}

async function post(url, picture, fields, patience = ANSWER_MS) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("photo", picture, "live.jpg");
  try {
    const answer = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(patience) });
    if (answer.ok) return { ok: true };
    const { code, message } = (await answer.json()).error;
    return { ok: false, status: answer.status, code, message };
  } catch {
    return { ok: false, message: words("alone") };
  }
}

// What a watched table shows: how the watching is, what it asks. It was not there before.
async function showEye() {
  if (document.querySelector("[data-eye]")) return;
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const side = section.closest(".eye-side");
  side.querySelector(".lead")?.remove();
  side.prepend(...[...page.querySelectorAll(".eye-side > :not(.by-phone)")].map((each) => document.importNode(each, true)));
  for (const picture of side.querySelectorAll("[data-picture]")) follow(picture);
}
