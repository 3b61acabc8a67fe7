// One picture of a result, to keep or to send: chart, ranking, date. It is made here, by this browser.
import { say } from "../live/status.js";

const WIDE = 1080;
const EDGE = 48;
const ROW = 64;
const CHART = WIDE - 2 * EDGE;
/** @type {HTMLElement} */
let button = null;
document.body.classList.add("draws");
document.addEventListener("click", async (event) => {
  button = event.target.closest("[data-shares]");
  if (!button) return;
  button.setAttribute("aria-busy", "true");
  try {
    await hand(await drawn());
  } catch {
    say(button.dataset.failed);
  } finally {
    button.removeAttribute("aria-busy");
  }
});

/** @param {string} name */
function tone(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** @param {string} name */
function kind(name) {
  const disc = document.querySelector(`.ranking .disc.kind-${CSS.escape(name)}`);
  return { fill: getComputedStyle(disc).backgroundColor, ink: getComputedStyle(disc).color };
}

// The ranking as the page shows it: place, letter, name, and the numbers.
function rows() {
  return [...document.querySelectorAll(".ranking tbody tr")].map((row) => {
    const disc = row.querySelector(".disc");
    const name = [...disc.classList].find((each) => each.startsWith("kind-")).slice(5);
    const cells = [...row.cells].map((cell) => cell.textContent.trim());
    const player = [...row.querySelector("th").childNodes].filter((each) => each !== disc).map((
      each,
    ) => each.textContent).join("").trim();
    return {
      rank: cells[0],
      letter: disc.textContent,
      kind: kind(name),
      player,
      numbers: cells.slice(2),
      first: row.className === "first",
    };
  });
}

async function chart() {
  const picture = new Image();
  picture.src = button.dataset.shares;
  await picture.decode();
  return picture;
}

/** @returns {Promise<Blob>} */
async function drawn() {
  const all = rows();
  const canvas = document.createElement("canvas");
  const top = 150;
  const table = top + 56;
  const below = table + all.length * ROW + 24;
  [canvas.width, canvas.height] = [WIDE, below + CHART + 84];
  const pen = canvas.getContext("2d");
  const serif = tone("--serif");
  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {{size?: number, font?: string, ink?: string, align?: CanvasTextAlign, most?: number}} [how]
   */
  const write = (
    text,
    x,
    y,
    { size = 30, font = "500", ink = tone("--ink"), align = "left", most = WIDE } = {},
  ) => {
    [pen.fillStyle, pen.textAlign, pen.font] = [ink, align, `${font} ${size}px ${serif}`];
    pen.fillText(text, x, y, most);
  };
  pen.fillStyle = tone("--paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  write(document.querySelector("h1").textContent.trim(), EDGE, 84, { size: 56, most: CHART });
  write(button.dataset.when, EDGE, 130, { size: 28, ink: tone("--soft"), most: CHART });
  const heads = [...document.querySelectorAll(".ranking thead th")].map((head) =>
    head.textContent.trim()
  );
  const at = [WIDE - EDGE - 310, WIDE - EDGE - 150, WIDE - EDGE];
  heads.slice(2).forEach((head, index) =>
    write(head, at[index], table - 12, { size: 22, ink: tone("--soft"), align: "right" })
  );
  all.forEach((row, index) => {
    const y = table + index * ROW + 44;
    const ink = row.first ? tone("--sea") : tone("--ink");
    write(row.rank, EDGE, y, { size: 36, ink });
    pen.fillStyle = row.kind.fill;
    pen.beginPath();
    pen.arc(EDGE + 70, y - 12, 24, 0, 2 * Math.PI);
    pen.fill();
    write(row.letter, EDGE + 70, y - 2, {
      size: 28,
      font: "700",
      ink: row.kind.ink,
      align: "center",
    });
    write(row.player, EDGE + 112, y, {
      size: 36,
      font: row.first ? "700" : "500",
      ink,
      most: at[0] - EDGE - 190,
    });
    row.numbers.forEach((number, part) =>
      write(number, at[part], y, {
        size: 36,
        font: part === 2 ? "700" : "500",
        ink,
        align: "right",
      })
    );
    pen.fillStyle = tone("--rule");
    pen.fillRect(EDGE, table + (index + 1) * ROW, CHART, 1);
  });
  pen.drawImage(await chart(), EDGE, below, CHART, CHART);
  write("Companion", WIDE - EDGE, below + CHART + 52, {
    size: 26,
    ink: tone("--soft"),
    align: "right",
  });
  write(button.dataset.footer, EDGE, below + CHART + 52, {
    size: 26,
    ink: tone("--soft"),
    most: CHART - 220,
  });
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed()), "image/png");
  });
}

/**
 * A phone offers whom to send it to, where the page may ask for that; else it is a file.
 * @param {Blob} blob
 */
async function hand(blob) {
  const file = new File([blob], button.dataset.name, { type: "image/png" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
