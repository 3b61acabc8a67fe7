// Who wants it hears whose turn it is and what is to be looked at; off until it is switched on, and
// each phone for itself. One short sound goes with a finding.
const KEY = "aloud";
const LOUDNESS = 0.08;
let spoken = "";
let chimed = "";

export function speakAloud() {
  const toggle = document.querySelector("[data-aloud]");
  if (!toggle || !("speechSynthesis" in window)) return;
  toggle.hidden = false;
  show(toggle);
  toggle.addEventListener("click", () => {
    localStorage.setItem(KEY, wanted() ? "" : "yes");
    show(toggle);
    spoken = "";
    tell();
  });
  document.addEventListener("changed", tell);
}

function wanted() {
  return localStorage.getItem(KEY) === "yes";
}

/** @param {HTMLElement} toggle */
function show(toggle) {
  toggle.setAttribute("aria-pressed", String(wanted()));
}

function tell() {
  const finding = document.querySelector(".finding.illegal, .finding.warning");
  const sentence = document.querySelector(".turn .sentence")?.textContent ?? "";
  const found = finding?.querySelector(".what").textContent ?? "";
  const words = [found, sentence].filter(Boolean).join(" ");
  if (!wanted() || words === spoken) return;
  if (found && spoken && found !== chimed) chime();
  chimed = found;
  spoken = words;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(words);
  said.lang = document.documentElement.lang;
  speechSynthesis.speak(said);
}

function chime() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const level = audio.createGain();
  tone.frequency.value = 660;
  level.gain.setValueAtTime(LOUDNESS, audio.currentTime);
  level.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35);
  tone.connect(level).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.35);
  tone.addEventListener("ended", () => audio.close());
}
