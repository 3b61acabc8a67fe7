// This device as the live camera: it shows what its camera sees, and sends that, picture by picture.
// Only the newest, never two at once, and no faster than the table answers.
import { follow } from "./eye.js";
import { refusal } from "../live/refused.js";
import { say } from "../live/status.js";
import { within } from "../live/within.js";

const WANTED = { width: { ideal: 2560 }, height: { ideal: 1920 }, frameRate: { ideal: 15 } };
const REAR = { facingMode: { ideal: "environment" } };
const LONGEST_SIDE_PX = 2560;
const LIVE_QUALITY = 0.85;
const EMPTY_QUALITY = 0.95;
const BETWEEN_MS = 200;
const AGAIN_MS = 1500;
const LOOKING_MS = 70000;
const SLEPT_MS = 4000;
const SENDS = "sends-live-picture";
const REFUSED = ["NotAllowedError", "SecurityError"];
// What is no refusal of this picture alone, but of this phone.
const ENDS = [401, 403, 404];

const section = document.querySelector("[data-live-phone]");
if (section && navigator.mediaDevices?.getUserMedia) offer();

function offer() {
  const video = section.querySelector("video");
  const buttons = Object.fromEntries(
    [...section.querySelectorAll("button")].map((button) => [button.value, button]),
  );
  const canvas = document.createElement("canvas");
  const wasKnown = section.dataset.known !== undefined;
  let known = wasKnown;
  let run = 0; // Which run of the camera goes on; 0 while none does.
  let runs = 0;
  let sentAt = 0;
  let sentTime = -1;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let camera = ""; // The id of the one that was chosen, where there are several.
  let several = false;

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
  buttons.other.addEventListener("click", takeOther);

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
  addEventListener("pageshow", () => {
    if (known && !run && sessionStorage.getItem(SENDS)) start();
  });

  async function start() {
    const mine = run = ++runs;
    show("asking");
    const failed = await open(mine);
    if (run !== mine) return;
    if (failed) {
      stop(REFUSED.includes(failed) ? "refused" : "none");
      return;
    }
    stayAwake();
    if (known) send(mine);
    else show("aim");
  }

  /**
   * @param {string} code
   * @param {string} [text]
   */
  function stop(code, text) {
    run = 0;
    shut(video.srcObject);
    video.srcObject = null;
    lock?.release().catch(() => {});
    lock = null;
    section.querySelector(".may-sleep").hidden = true;
    show(code, text);
  }

  /**
   * Begins to see; says the name of the error where it can't.
   * @param {number} mine
   * @returns {Promise<string | undefined>}
   */
  async function open(mine) {
    try {
      const which = camera ? { deviceId: { exact: camera } } : REAR;
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { ...WANTED, ...which },
      });
      if (run !== mine) {
        shut(stream);
        return undefined;
      }
      video.srcObject = stream;
      several = (await cameras()).length > 1;
      await video.play();
      return "";
    } catch (error) {
      camera = "";
      return error instanceof Error ? error.name : String(error);
    }
  }

  /** @returns {MediaStream} */
  function stream() {
    return /** @type {MediaStream} */ (video.srcObject);
  }

  async function takeOther() {
    const mine = run;
    const ids = (await cameras()).map((each) => each.deviceId);
    const [track] = stream()?.getVideoTracks() ?? [];
    if (run !== mine || !track) return;
    camera = ids[(ids.indexOf(track.getSettings().deviceId) + 1) % ids.length];
    shut(video.srcObject); // Many devices can't have two of theirs open.
    if (await open(mine)) await open(mine);
  }

  /** @param {number} mine */
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

  /**
   * @param {Blob} picture
   * @param {number} mine
   */
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
      show("alone", answer.status && !answer.code ? words("unable") : answer.message);
      await pause(AGAIN_MS);
    }
  }

  async function takeEmpty() {
    const mine = run;
    show("looking");
    const picture = await soon(EMPTY_QUALITY);
    const answer = picture
      ? await post("/camera/empty", picture, {}, LOOKING_MS)
      : { ok: false, message: words("no-picture") };
    if (run !== mine) return;
    known = Boolean(answer.ok);
    if (known) send(mine);
    else show("aim", answer.message);
  }

  /**
   * A camera that gives nothing was taken away by another program, or held by the device's sleep.
   * @param {number} mine
   */
  async function reopen(mine) {
    show("no-picture");
    await pause(AGAIN_MS);
    if (run !== mine || document.hidden) return;
    if (stream().getTracks().some((track) => track.readyState === "live")) {
      await video.play().catch(() => {});
    } else if (REFUSED.includes(await open(mine)) && run === mine) stop("refused");
  }

  /**
   * The newest picture as a file; null where there is none that was not sent before.
   * @param {number} quality
   * @returns {Promise<Blob | null>}
   */
  function newest(quality) {
    const [track] = stream()?.getVideoTracks() ?? [];
    const fresh = video.readyState >= 2 && video.currentTime !== sentTime;
    if (!track || track.muted || track.readyState !== "live" || !fresh) {
      return Promise.resolve(null);
    }
    const part = Math.min(1, LONGEST_SIDE_PX / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * part);
    canvas.height = Math.round(video.videoHeight * part);
    sentTime = video.currentTime;
    canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
  }

  /**
   * The next picture, where the camera gives one at all.
   * @param {number} quality
   */
  async function soon(quality) {
    for (
      const began = performance.now();
      performance.now() - began < SLEPT_MS;
      await pause(BETWEEN_MS)
    ) {
      const picture = await newest(quality);
      if (picture) return picture;
    }
    return null;
  }

  /**
   * @param {string} code
   * @param {string} [text]
   */
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
    buttons.other.hidden = !run || !several;
  }

  async function stayAwake() {
    try {
      lock = await navigator.wakeLock.request("screen");
      if (!run) lock.release();
    } catch {
      lock = null; // Not every browser can, and none while its battery is low.
    }
    section.querySelector(".may-sleep").hidden = Boolean(lock) || !run;
  }
}

/** @param {MediaProvider | null} stream */
function shut(stream) {
  if (stream instanceof MediaStream) { for (const track of stream.getTracks()) track.stop(); }
}

async function cameras() {
  return (await navigator.mediaDevices.enumerateDevices()).filter((each) =>
    each.kind === "videoinput"
  );
}

/** @param {string} code */
function words(code) {
  return section.querySelector(`[data-said="${code}"]`).textContent;
}

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
function pause(ms) {
  return new Promise((done) => setTimeout(done, Math.max(0, ms)));
}

/**
 * @param {string} url
 * @param {Blob} picture
 * @param {Record<string, string>} fields
 * @param {number} [patience]
 * @returns {Promise<{ok: boolean, status?: number, code?: string, message?: string}>}
 */
async function post(url, picture, fields, patience) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("photo", picture, "live.jpg");
  try {
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      signal: within(patience).signal,
    });
    if (answer.ok) return { ok: true };
    const { code, message } = refusal(await answer.text());
    return { ok: false, status: answer.status, code, message };
  } catch {
    return { ok: false, message: words("alone") };
  }
}

// What a watched table shows: how the watching is, what it asks. It was not there before.
async function showEye() {
  if (document.querySelector("[data-eye]")) return;
  const answer = await fetch(location.pathname, {
    headers: { Accept: "text/html" },
    signal: within().signal,
  }).catch(() => /** @type {undefined} */ (undefined));
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const side = section.closest(".eye-side");
  side.querySelector(".lead")?.remove();
  side.prepend(
    ...[...page.querySelectorAll(".eye-side > :not(.by-phone)")].map((each) =>
      document.importNode(each, true)
    ),
  );
  for (const picture of side.querySelectorAll("[data-picture]")) follow(picture);
}
