// Runs the app: Python with the score book's files.

import { cacheOf } from "./editions.js";
import { forgetMemory, prepare, startPython } from "./python.js";
import { Locked, Storage } from "./storage.js";

const FILES = "/book"; // The folder of the files within Python.
let storage = null;
let bridge = null;

const started = new Promise((resolve, reject) => {
  self.addEventListener("message", ({ data }) => {
    if (data.has) prepare(data.has);
    if (data.start) start(data.start).then(resolve, reject);
  });
});

async function start({ home, core, edition, hasServer }) {
  const folder = `referee${new URL(home).pathname.replaceAll("/", "_")}`; // A host may have several sites.
  const cache = await cacheOf(edition);
  const [python, opened] = await Promise.all([startPython(core, cache), Storage.open(folder)]);
  storage = opened;
  storage.begin(edition);
  try {
    storage.mount(python.FS, FILES);
    bridge = hasServer
      ? python.pyimport("referee.browser.kept").KeptBridge(FILES, home)
      : python.pyimport("referee.browser.bridge").Bridge(FILES, home);
    storage.flush();
  } catch (error) {
    storage.takeBack();
    await forgetMemory(cache);
    throw error;
  }
  storage.opened(edition);
  self.postMessage({ ready: true });
}

// Answer a request with a status, headers and body. Its changes are on the disk before the answer leaves.
function answer({ method, target, headers, body }) {
  const given = bridge.answer(method, target, headers, new Uint8Array(body ?? 0));
  const [status, sent, content] = given.toJs();
  given.destroy();
  storage.flush();
  return { status, headers: sent, body: content };
}

// Call a method of the bridge, which returns a text.
function call([method, ...given]) {
  const found = bridge[method](...given);
  storage.flush();
  return found ?? "";
}

// Take a request or a call with a port for its answer, or a port on which requests will arrive.
async function take({ data, ports: [port] }) {
  if (data.has || data.start) return;
  if (!data.request && !data.isPlaying && !data.call) return (port.onmessage = take);
  try {
    await started;
    if (data.isPlaying) return port.postMessage(bridge.is_playing());
    if (data.call) return port.postMessage({ found: call(data.call) });
    const found = answer(data.request);
    port.postMessage(found, [found.body.buffer]);
  } catch (error) {
    port.postMessage({ failed: String(error) });
    if (error.name !== "PythonError") self.postMessage({ failed: String(error) }); // The worker's state can no longer be trusted.
  }
}
self.addEventListener("message", take);

started.catch((error) => {
  const isLocked = error instanceof Locked; // A lock says nothing about this edition.
  self.postMessage({ failed: isLocked ? error.message : `${error.name}: ${error.message}`, isLocked });
});
