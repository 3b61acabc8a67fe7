// The table is away: this page tries again, and gives way to the one that was asked for. It is kept
// without any other script.
const AGAIN_MS = 4000;
const ANSWERED_MS = 10_000;
const BROKEN = 500;

async function look() {
  const given = new AbortController();
  const unanswered = setTimeout(() => given.abort(), ANSWERED_MS);
  try {
    const answer = await fetch("/", {
      cache: "no-store",
      redirect: "manual",
      signal: given.signal,
    });
    // Whatever it says, a code that no longer opens too: it is there. (A redirect has the status 0.)
    if (answer.status < BROKEN) return location.reload();
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
