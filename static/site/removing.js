// Remove the app from this phone. If it has entries that the server lacks, ask first.

import { ROOT } from "./editions.js";

// `unsent` returns the number of entries that would be lost, `stop` ends the app, which has its files open.
export function removeWhenAsked({ unsent, stop }) {
  window.addEventListener("message", async ({ data, origin }) => {
    if (data !== "give-up" || origin !== location.origin) return;
    const left = await unsent();
    if (left && !confirm(`Entries on this phone that are not yet sent: ${left}. Remove the referee and these entries?`)) return;
    stop();
    await removeFiles();
    localStorage.removeItem("keeps-referee");
    location.replace(new URL("settings", ROOT));
  });
}

async function removeFiles() {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  const files = await navigator.storage.getDirectory();
  for await (const name of files.keys()) {
    for (let tries = 0; tries < 50 && !(await isGone(files, name)); tries++) await new Promise((go) => setTimeout(go, 100));
  }
}

// A terminated worker releases its files a moment later.
function isGone(files, name) {
  return files.removeEntry(name, { recursive: true }).then(() => true, () => false);
}
