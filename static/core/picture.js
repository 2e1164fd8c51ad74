// The key for sharing a picture.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#picture");
  if (!link) return;
  event.preventDefault();
  (await import("./png.js")).share(link);
});
