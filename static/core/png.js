// Share the picture of a match as a PNG, since group chats do not show SVG.

const SIZE = 1080;

async function drawn(address) {
  const image = new Image(SIZE, SIZE);
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  canvas.getContext("2d").drawImage(image, 0, 0, SIZE, SIZE);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

// Share the picture behind `link`, or save it.
export async function share(link) {
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
}
