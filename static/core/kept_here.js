// Show whether the browser stores data permanently, or may delete it.

Promise.resolve(navigator.storage?.persisted?.()).then((isKept) => {
  const told = document.getElementById(isKept ? "is-kept" : "may-go");
  if (told) told.hidden = false;
});
// Only Safari on iOS defines this; it is false while the app runs in a browser tab.
if (navigator.standalone === false) document.getElementById("add-home").hidden = false;
