// Sharing the picture of a match as a PNG, since group chats do not show SVG; and printing.

const SIZE = 1080;
const link = document.getElementById("picture");
const print = document.getElementById("print");

async function drawn(address) {
  const image = new Image(SIZE, SIZE);
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  canvas.getContext("2d").drawImage(image, 0, 0, SIZE, SIZE);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

link.addEventListener("click", async (event) => {
  event.preventDefault();
  try {
    const blob = await drawn(link.href);
    const file = new File([blob], link.download.replace(".svg", ".png"), { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file] });
    const save = document.createElement("a");
    save.href = URL.createObjectURL(blob);
    save.download = file.name;
    save.click();
    setTimeout(() => URL.revokeObjectURL(save.href), 60_000);
  } catch (error) {
    if (error.name !== "AbortError") location.href = link.href; // Fall back to the SVG.
  }
});
print.hidden = false;
print.addEventListener("click", () => window.print());
