// The table is away: this page tries again, and gives way to the one that was asked for. It is kept
// without any other script.
const AGAIN_MS = 4000;
const ANSWERED_MS = 10_000;

async function look() {
  const given = new AbortController();
  const unanswered = setTimeout(() => given.abort(), ANSWERED_MS);
  try {
    const answer = await fetch("/", {
      cache: "no-store",
      redirect: "manual",
      signal: given.signal,
    });
    if (answer.type === "opaqueredirect" || answer.ok) return location.reload();
  } catch {
    // Still away.
  } finally {
    clearTimeout(unanswered);
  }
  setTimeout(look, AGAIN_MS);
}

setTimeout(look, AGAIN_MS);
for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => location.reload());
}
