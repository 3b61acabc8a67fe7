// Where the browser allows it, a page for when the table is away is kept.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}));
}
