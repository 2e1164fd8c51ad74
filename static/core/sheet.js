// The score sheet: share its picture, print it, and unfold sections for printing or for a link to them.

import { share } from "./picture.js";

const picture = document.getElementById("picture");
const print = document.getElementById("print");

picture.addEventListener("click", (event) => {
  event.preventDefault();
  share(picture);
});
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
