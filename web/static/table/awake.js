// A screen that is looked at from across the table stays on, where the browser allows it: that is
// on this machine or over https. A page that was hidden has to ask again.
export function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  const ask = () => {
    if (!document.hidden) navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
