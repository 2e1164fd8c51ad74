// Copy a link with one tap; without access to the clipboard, select it to be copied by hand.

import { say } from "./say.js";

for (const button of document.querySelectorAll(".copy")) {
  const field = button.parentElement.querySelector("input");
  const word = button.firstElementChild;
  button.dataset.ready = "";
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      word.textContent = "Copied";
    } catch {
      // On plain http the clipboard API is not available.
      word.textContent = document.execCommand("copy") ? "Copied" : "Chosen";
    }
    button.focus();
    say(word.textContent === "Copied" ? "Copied." : "Not copied. The link is selected: copy it yourself.");
  });
}
