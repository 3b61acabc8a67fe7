// One picture of a result, to keep or to send: chart, ranking, date. It is made here, by this browser.
import { say } from "../live/status.js";

const WIDE = 1080;
const EDGE = 48;
const ROW = 64;
const PARTS_ROW = 44; // What the points came from, below a row, where columns have no room for it.
const MOST_COLUMNS = 3;
const CHART = WIDE - 2 * EDGE;
document.body.classList.add("draws");
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-shares]");
  if (!button) return;
  button.setAttribute("aria-busy", "true");
  try {
    await hand(await drawn(button), button.dataset.name);
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

// The ranking as the page shows it: place, letter, name, and the numbers.
function rows() {
  return [...document.querySelectorAll(".ranking tbody tr")].map((row) => {
    const sign = row.querySelector(".disc, .stick");
    const { backgroundColor: fill, color } = getComputedStyle(sign);
    const cells = [...row.cells].map((cell) => cell.textContent.trim());
    const player = [...row.querySelector("th").childNodes].filter((each) => each !== sign).map((
      each,
    ) => each.textContent).join("").trim();
    return {
      rank: cells[0],
      letter: sign.textContent,
      kind: { fill, ink: color },
      player,
      numbers: cells.slice(2),
      first: row.className === "first",
    };
  });
}

/** @param {string} address */
async function chart(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return picture;
}

/**
 * @param {HTMLElement} button
 * @returns {Promise<Blob>}
 */
async function drawn({ dataset: { shares, when, footer } }) {
  const all = rows();
  const canvas = document.createElement("canvas");
  const top = 150;
  const table = top + 56;
  const heads = [...document.querySelectorAll(".ranking thead th")].map((head) =>
    head.textContent.trim()
  ).slice(2);
  const few = heads.length <= MOST_COLUMNS;
  const step = few ? ROW : ROW + PARTS_ROW;
  const lying = await chart(shares);
  const high = Math.round(CHART * lying.naturalHeight / lying.naturalWidth);
  const below = table + all.length * step + 24;
  [canvas.width, canvas.height] = [WIDE, below + high + 84];
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
  write(when, EDGE, 130, { size: 28, ink: tone("--soft"), most: CHART });
  const columns = few ? heads : heads.slice(-1);
  const at = [WIDE - EDGE - 310, WIDE - EDGE - 150, WIDE - EDGE].slice(-columns.length);
  columns.forEach((head, index) =>
    write(head, at[index], table - 12, { size: 22, ink: tone("--soft"), align: "right" })
  );
  all.forEach((row, index) => {
    const y = table + index * step + 44;
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
    row.numbers.slice(-columns.length).forEach((number, part) =>
      write(number, at[part], y, {
        size: 36,
        font: part === columns.length - 1 ? "700" : "500",
        ink,
        align: "right",
      })
    );
    pen.fillStyle = tone("--rule");
    pen.fillRect(EDGE, table + (index + 1) * step, CHART, 1);
    if (few) return;
    const parts = heads.slice(0, -1).map((head, part) => `${head} ${row.numbers[part]}`);
    write(
      parts.filter((_, part) => row.numbers[part] !== "0").join(" \u00b7 "),
      EDGE + 112,
      y + 42,
      {
        size: 24,
        ink: tone("--soft"),
        most: CHART - 112,
      },
    );
  });
  pen.drawImage(lying, EDGE, below, CHART, high);
  write("Companion", WIDE - EDGE, below + high + 52, {
    size: 26,
    ink: tone("--soft"),
    align: "right",
  });
  write(footer, EDGE, below + high + 52, {
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
 * @param {string} name
 */
async function hand(blob, name) {
  const file = new File([blob], name, { type: "image/png" });
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
