// The score sheet: its picture is shared, and it can be printed.

import { share } from "./picture.js";

const picture = document.getElementById("picture");
const print = document.getElementById("print");

picture.addEventListener("click", (event) => {
  event.preventDefault();
  share(picture);
});
print.dataset.ready = "";
print.addEventListener("click", () => window.print());
