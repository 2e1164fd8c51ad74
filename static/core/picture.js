// The key for sharing a picture.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#picture");
  if (!link) return;
  event.preventDefault();
  const png = await import("./png.js").catch(() => null); // Not on this phone yet, and no signal.
  if (png) png.share(link);
  else location.assign(link.href);
});
