// The app for phones is offered where this browser can run it, and can be removed within the page that runs it.

const isAble = isSecureContext && Boolean(navigator.storage?.getDirectory && navigator.locks && self.DecompressionStream);
const isKept = window.top !== window;

for (const each of document.querySelectorAll(".keeps, .has-referee")) {
  each.hidden = each.matches(".keeps") ? !isAble || isKept : !isKept;
}

// The page around this one removes the app, once the server has everything.
document.getElementById("give-up")?.addEventListener("click", () => window.parent.postMessage("give-up", location.origin));
