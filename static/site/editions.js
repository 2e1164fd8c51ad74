// The editions of the app on this phone: each has a cache with its files. `current` names the one in use and, during its first
// run, the one before it. Cache names begin with the path of the site, because a host may have several.

export const ROOT = new URL("../../", import.meta.url);
export const EDITION = new URL(".", import.meta.url).pathname.split("/").at(-2);

const CURRENT = `${ROOT.pathname}current`;
const PAGES = `${ROOT.pathname}pages`;
const BEGINNING = `${ROOT.pathname}edition-`;
const EVENING = 18 * 3600 * 1000; // Milliseconds.
const SMALL = 20_000; // Bytes.

const addressOf = (path) => new URL(path, ROOT).href;
const fileOf = (edition, name) => addressOf(`site/${edition}/${name}`);
export const cacheOf = (edition) => caches.open(BEGINNING + edition);

// The list of an edition's files, written by its build.
export async function filesOf(edition) {
  const found = (await (await cacheOf(edition)).match(fileOf(edition, "files.json"))) ?? (await fetch(fileOf(edition, "files.json")));
  if (!found.ok) throw new Error("The list of files is missing.");
  return found.json();
}

export async function isWhole(edition) {
  return Boolean(edition && (await (await cacheOf(edition)).match(fileOf(edition, "files.json"))));
}

// Fetch the files an edition lacks; `told` gets the bytes so far and in total, `has` the address of each larger file,
// once that and all before it are here. The list is stored last, which completes the edition.
export async function fetchEdition(edition, told = () => {}, has = () => {}) {
  const list = await filesOf(edition);
  const cache = await cacheOf(edition);
  const all = list.files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const count = (bytes) => void told((done += bytes), all);
  const worker = new Worker(new URL("unpack.js", import.meta.url), { type: "module" });
  const kept = [];
  const get = async (file) => {
    const keeping = keep(cache, file, await packedFile(file, count), worker);
    keeping.catch(() => {}); // A failure is reported at the end, when all are awaited.
    kept.push(keeping);
    if (file.size >= SMALL) Promise.all(kept).then(() => has(addressOf(file.path)), () => {});
  };
  try {
    // Small files in parallel, since each takes a round trip; others in turn, so that one is unpacked during the next download.
    await Promise.all(list.files.filter(({ size }) => size < SMALL).map(get));
    for (const file of list.files.filter(({ size }) => size >= SMALL)) await get(file);
    await Promise.all(kept);
  } finally {
    worker.terminate();
  }
  await cache.put(fileOf(edition, "files.json"), new Response(JSON.stringify(list)));
}

// Download a packed file, unless another edition has it on this phone.
async function packedFile({ path, size, hash }, count) {
  if (await caches.match(addressOf(path))) return count(size);
  const answer = await fetch(addressOf(`${path}.lzma`));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const pieces = [];
  const reader = answer.body.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    pieces.push(value);
    count(value.length);
  }
  const packed = await new Blob(pieces).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", packed));
  if (btoa(String.fromCharCode(...digest)) !== hash) throw new Error(`${answer.url} is damaged.`);
  return packed;
}

async function keep(cache, { path, type }, packed, worker) {
  const address = addressOf(path);
  const answer = packed ? new Response(await unpacked(worker, packed), { headers: { "Content-Type": type } }) : await caches.match(address);
  await cache.put(address, answer);
}

function unpacked(worker, packed) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(packed, [port2, packed]);
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.addEventListener("error", () => reject(new Error("A file could not be unpacked.")));
  });
}

// --- the edition in use ------------------------------------------------------------------------------------------------

const stateOf = async (name) => (await (await caches.open(CURRENT)).match(addressOf(name)))?.text();

// The edition the site opens with; undefined before the first one is complete.
export const current = () => stateOf("current");

// The edition to go back to if the current one cannot open the book.
export const before = () => stateOf("before");

// Make the site open with a complete edition. `beforeIt` stays until `settle`.
export async function take(edition, beforeIt = "") {
  const state = await caches.open(CURRENT);
  const page = await (await cacheOf(edition)).match(fileOf(edition, "index.html"));
  await state.put(addressOf("before"), new Response(beforeIt));
  await state.put(addressOf("current"), new Response(edition));
  await state.put(addressOf("index.html"), page);
  await caches.delete(PAGES);
}

// This edition has opened the book: delete all others except one that waits to be used.
export async function settle(waiting = "") {
  if ((await current()) !== EDITION) return; // Another tab has switched to another edition.
  const kept = [EDITION, waiting].map((edition) => BEGINNING + edition);
  await (await caches.open(CURRENT)).put(addressOf("before"), new Response(""));
  for (const each of await caches.keys()) if (each.startsWith(BEGINNING) && !kept.includes(each)) await caches.delete(each);
}

// The edition the host has now; undefined without a network, or if something else answers.
export async function offered() {
  try {
    const answer = await fetch(addressOf("edition.json"), { cache: "no-store" });
    return answer.ok ? (await answer.json()).edition : undefined;
  } catch {}
}

// The address of the last page that was kept, if it is less than an evening old.
export async function lastPage() {
  const cache = await caches.open(PAGES);
  const request = (await cache.keys()).at(-1);
  const kept = request && (await cache.match(request));
  if (kept && Date.now() - Date.parse(kept.headers.get("Last-Modified")) < EVENING) return request.url;
}
