// The table is away: this page tries again, and gives way to the one that was asked for.
const AGAIN_MS = 4000;

async function look() {
  try {
    const answer = await fetch("/", { cache: "no-store", redirect: "manual" });
    if (answer.type === "opaqueredirect" || answer.ok) return location.reload();
  } catch {
    // Still away.
  }
  setTimeout(look, AGAIN_MS);
}

setTimeout(look, AGAIN_MS);
for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => location.reload());
}
