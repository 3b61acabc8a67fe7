// A page that waits for a game: it asks who has come, and goes on by itself when the game begins.
const ASK_MS = 1200;

async function look() {
  try {
    const answer = await fetch("/?part=live", { headers: { Accept: "text/html" } });
    if (answer.redirected) return location.assign("/");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [fresh, old] = [page, document].map((each) => each.querySelector("[data-live=waiting]"));
    if (!fresh) return location.assign("/"); // This phone's code was taken back, or it has another one.
    if (fresh.outerHTML !== old.outerHTML) old.replaceWith(document.importNode(fresh, true));
    document.getElementById("gone").hidden = true;
  } catch {
    document.getElementById("gone").hidden = false;
  }
  setTimeout(look, ASK_MS);
}

setTimeout(look, ASK_MS);
