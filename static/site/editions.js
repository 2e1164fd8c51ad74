// The editions of the app on this phone: each has a cache with its files. The one in use is that of the kept `index.html`.

const CURRENT = "current";
const KEPT = "kept-pages";
const name = (edition) => `edition-${edition}`;

// The site's first page, and the folder of an edition.
export const ROOT = new URL("../../", import.meta.url);
export const EDITION = new URL(".", import.meta.url).pathname.split("/").at(-2);

const addressOf = (path) => new URL(path, ROOT).href;
const folderOf = (edition) => `site/${edition}/`;

// The files of an edition, as its build lists them.
export async function filesOf(edition) {
  const address = addressOf(`${folderOf(edition)}files.json`);
  const found = (await caches.match(address)) ?? (await fetch(address));
  if (!found.ok) throw new Error("The list of files is missing.");
  return found.json();
}

export async function isWhole(edition) {
  return Boolean(await (await caches.open(name(edition))).match(addressOf(`${folderOf(edition)}files.json`)));
}

// Fetch what an edition lacks; `told` gets the bytes so far, and those of all. Its list comes last: then it is whole.
export async function fetchEdition(edition, told = () => {}) {
  const list = await filesOf(edition);
  const cache = await caches.open(name(edition));
  const all = list.files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const count = (bytes) => told((done += bytes), all);
  for (const { path, size, type, hash } of list.files) {
    const address = addressOf(path);
    const kept = await caches.match(address);
    if (kept) count(size);
    await cache.put(address, kept ?? new Response(await unpacked(address, hash, count), { headers: { "Content-Type": type } }));
  }
  await cache.put(addressOf(`${folderOf(edition)}files.json`), new Response(JSON.stringify(list)));
}

async function unpacked(address, hash, count) {
  const answer = await fetch(`${address}.packed`);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const pieces = [];
  for await (const piece of piecesOf(answer.body)) {
    pieces.push(piece);
    count(piece.length);
  }
  const packed = new Blob(pieces);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await packed.arrayBuffer()));
  if (btoa(String.fromCharCode(...digest)) !== hash) throw new Error(`${answer.url} is damaged.`);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

async function* piecesOf(stream) {
  const reader = stream.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) yield value;
}

// From now on the site opens with an edition that is whole; the others stay until `forgetOthers`.
export async function take(edition) {
  const current = await caches.open(CURRENT);
  const page = await (await caches.open(name(edition))).match(addressOf(`${folderOf(edition)}index.html`));
  await current.put(addressOf("index.html"), page);
  await caches.delete(KEPT);
}

export async function forgetOthers(edition) {
  for (const each of await caches.keys()) if (each.startsWith("edition-") && each !== name(edition)) await caches.delete(each);
}

// Another edition that is whole on this phone, to go back to; undefined if there is none.
export async function another(edition) {
  const others = (await caches.keys()).filter((each) => each.startsWith("edition-") && each !== name(edition));
  const editions = others.map((each) => each.slice("edition-".length));
  for (const each of editions) if (await isWhole(each)) return each;
}

// The edition that the host has now; undefined without network.
export async function offered() {
  const answer = await fetch(addressOf("edition.json"), { cache: "no-store" }).catch(() => null);
  return answer?.ok ? (await answer.json()).edition : undefined;
}

// The page that was kept last, if it is not older than an evening: its address.
export async function lastPage() {
  const EVENING = 18 * 3600 * 1000;
  const cache = await caches.open(KEPT);
  for (const request of await cache.keys()) {
    const found = await cache.match(request);
    const kept = Date.parse(found.headers.get("Last-Modified"));
    if (!request.url.includes("/static/") && Date.now() - kept < EVENING) return request.url;
  }
}
