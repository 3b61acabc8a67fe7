// A page that waits for a game: it asks who has come, and goes on by itself when the game begins.
const ASK_MS = 1200;

/**
 * What others have taken meanwhile is offered no more; what is chosen stays chosen, if it is free.
 * @param {Document} page
 */
function offerWhatIsFree(page) {
  const [fresh, here] = [page, document].map((each) => each.querySelector(".sit-down select"));
  if (Boolean(fresh) !== Boolean(here)) return location.reload();
  if (!here || here === document.activeElement) return;
  const chosen = here.value;
  here.replaceChildren(...[...fresh.options].map((each) => document.importNode(each, true)));
  here.value = chosen;
  if (here.selectedIndex < 0) here.selectedIndex = 0;
}

async function look() {
  try {
    const answer = await fetch("/?part=live", { headers: { Accept: "text/html" } });
    if (answer.redirected) return location.assign("/");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [fresh, old] = [page, document].map((each) => each.querySelector("[data-live=waiting]"));
    if (!fresh) return location.assign("/"); // This phone's code was taken back, or it has another one.
    if (fresh.outerHTML !== old.outerHTML) old.replaceWith(document.importNode(fresh, true));
    offerWhatIsFree(page);
    document.getElementById("gone").hidden = true;
  } catch {
    document.getElementById("gone").hidden = false;
  }
  setTimeout(look, ASK_MS);
}

setTimeout(look, ASK_MS);
