// Share files when the app runs from the home screen: a download opens there with no way back.

const isInstalled = navigator.standalone || matchMedia("(display-mode: standalone)").matches;

// Use the file's own type, or plain text, which more phones can share.
function fileOf(name, blob) {
  const types = [blob.type.split(";")[0], "text/plain"];
  return types.map((type) => new File([blob], name, { type })).find((file) => navigator.canShare?.({ files: [file] }));
}

async function share(address) {
  const answer = await fetch(address);
  const [, name] = /filename=([^;]+)/.exec(answer.headers.get("Content-Disposition"));
  const file = answer.ok && fileOf(name, await answer.blob());
  if (!file) return location.assign(address);
  await navigator.share({ files: [file] }).catch(({ name: why }) => why !== "AbortError" && location.assign(address));
}

function take(event, address) {
  event.preventDefault();
  share(address);
}

for (const each of isInstalled && navigator.canShare ? document.querySelectorAll("[data-file]") : []) {
  if (each.href) each.addEventListener("click", (event) => take(event, each.href));
  else each.addEventListener("submit", (event) => take(event, `${each.action}?${new URLSearchParams(new FormData(each))}`));
}
