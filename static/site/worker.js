// Runs the app: Python with the score book's files.

import { cacheOf } from "./editions.js";
import { forgetMemory, startPython } from "./python.js";
import { Locked, Storage } from "./storage.js";

const FILES = "/book"; // Where Python has the files.
let storage = null;
let bridge = null;

const started = new Promise((resolve, reject) => {
  self.addEventListener("message", ({ data }) => {
    if (data.start) start(data.start).then(resolve, reject);
  }, { once: true });
});

async function start({ home, core, edition, hasServer }) {
  const folder = `referee${new URL(home).pathname.replaceAll("/", "_")}`; // A host may have several sites.
  const opening = Storage.open(folder);
  const cache = await cacheOf(edition);
  const python = await startPython(core, cache);
  storage = await opening;
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

// The answer to a request: its status, headers and body. What it changed is on the disk before it leaves.
function answer({ method, target, headers, body }) {
  const given = bridge.answer(method, target, headers, new Uint8Array(body ?? 0));
  const [status, sent, content] = given.toJs();
  given.destroy();
  storage.flush();
  return { status, headers: sent, body: content };
}

// What a method of the bridge gives: a text.
function call([method, ...given]) {
  const found = bridge[method](...given);
  storage.flush();
  return found ?? "";
}

// A request or a call, with a port for its answer; or a port by which requests come.
async function take({ data, ports: [port] }) {
  if (data.start) return;
  if (!data.request && !data.isPlaying && !data.call) return (port.onmessage = take);
  try {
    await started;
    if (data.isPlaying) return port.postMessage(bridge.is_playing());
    if (data.call) return port.postMessage({ found: call(data.call) });
    const found = answer(data.request);
    port.postMessage(found, [found.body.buffer]);
  } catch (error) {
    port.postMessage({ failed: String(error) });
    if (error.name !== "PythonError") self.postMessage({ failed: String(error) }); // Nothing more can be relied on.
  }
}
self.addEventListener("message", take);

started.catch((error) => {
  const isLocked = error instanceof Locked; // Which says nothing about this edition.
  self.postMessage({ failed: isLocked ? error.message : `${error.name}: ${error.message}`, isLocked });
});
