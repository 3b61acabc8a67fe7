// What is unfolded in a list that scrolls comes into view: nothing tells that more lies below its edge.

const LISTS = ".choices, .looked-through, .land-side";

export function showUnfolded() {
  document.addEventListener("click", (event) => {
    const fold = event.target.closest?.("summary")?.parentElement;
    if (!(fold instanceof HTMLDetailsElement) || !fold.closest(LISTS)) return;
    fold.addEventListener("toggle", () => {
      if (fold.open) fold.scrollIntoView({ block: "nearest" });
    }, { once: true });
  });
}
