// Runs the app: Python with the score book's files. Its messages are requests, each with a port for the answer.

import { startPython } from "./python.js";
import { Storage } from "./storage.js";

const BOOK = "referee"; // A folder of the browser's private file system,
const FILES = "/book"; // and where Python has it.
let storage = null;
let bridge = null;

const started = new Promise((resolve, reject) => {
  self.addEventListener("message", ({ data }) => {
    if (data.start) start(data.start).then(resolve, reject);
  }, { once: true });
});

async function start({ home, core, edition }) {
  const opening = Storage.open(BOOK);
  const python = await startPython(core, await caches.open(`edition-${edition}`));
  storage = await opening;
  storage.begin(edition);
  try {
    storage.mount(python.FS, FILES);
    bridge = python.pyimport("referee.browser.bridge").Bridge(FILES, home);
    storage.flush();
  } catch (error) {
    storage.takeBack();
    throw error;
  }
  storage.opened(edition);
  self.postMessage({ ready: true });
}

// The answer to a request: its status, headers and body. What it changed is on the disk before it leaves.
function answer({ method, target, headers, body }) {
  const given = bridge.answer(method, target, headers, new Uint8Array(body ?? 0));
  const [status, sent, content] = given.toJs();
  given.destroy();
  storage.flush();
  return { status, headers: sent, body: content };
}

self.addEventListener("message", async ({ data, ports: [port] }) => {
  if (data.start) return;
  try {
    await started;
    if (data.isPlaying) return port.postMessage(bridge.is_playing());
    const found = answer(data.request);
    port.postMessage(found, [found.body.buffer]);
  } catch (error) {
    port.postMessage({ failed: String(error) });
    self.postMessage({ failed: String(error) });
  }
});

started.catch((error) => self.postMessage({ failed: `${error.name}: ${error.message}` }));
