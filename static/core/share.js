// One tap copies a link; where the clipboard is not to be had, it is chosen, ready to be copied by hand.

for (const button of document.querySelectorAll(".copy")) {
  const field = button.parentElement.querySelector("input");
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch {
      // On plain http only the old way is left.
      button.textContent = document.execCommand("copy") ? "Copied" : "Chosen";
    }
  });
}
