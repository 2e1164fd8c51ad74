// The table's menu closes by itself: when something in it is done, and when somebody goes on elsewhere.

const menu = document.querySelector(".menu");

for (const moment of ["click", "focusin"]) {
  document.addEventListener(moment, (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}
document.addEventListener("submit", () => {
  menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
