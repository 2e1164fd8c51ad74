// Sheets: share a picture, print, and unfold sections for printing or for a link to them.

import "./picture.js";

const print = document.getElementById("print");
print.dataset.ready = "";
print.addEventListener("click", () => window.print());

const folded = () => document.querySelectorAll(".fold:not([open])");
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...folded()];
  for (const fold of opened) fold.open = true;
});
addEventListener("afterprint", () => {
  for (const fold of opened) fold.open = false;
});

function reveal() {
  const fold = document.querySelector(":target")?.closest(".fold:not([open])");
  if (!fold) return;
  fold.open = true;
  document.querySelector(":target").scrollIntoView();
}
addEventListener("hashchange", reveal);
reveal();
