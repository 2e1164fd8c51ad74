
// --- the server, which is asked first by phones that keep its referee -------------------------------------------------------

// Milliseconds to wait for the server, to stop asking it after it did not answer, and to wait for pages that only it has.
const [IN_TIME, AWAY, PATIENCE] = [6_000, 5_000, 20_000];
const HEADER = "Referee-Log"; // In a request, the length of the phone's copy of a match; in an answer, the entries it lacks.
const WAITING = `${SCOPE}waiting/`; // Copies that arrived while the app was not running.
const OWN = 1e9; // Matches begun here have higher numbers until the server numbers them.
const UNSENT = `${SCOPE}unsent`;

let awayUntil = 0;
let seen = ""; // The epoch known to the app.
let unsentNow = null; // The matches with entries that only this phone has, apart from matches begun here.

const numberOf = ({ pathname }) => Number(OF_MATCH.exec(pathname)?.[1] ?? 0);

async function isUnsent(number) {
  const kept = unsentNow ?? (await (await caches.open(CURRENT)).match(UNSENT));
  unsentNow ??= new Set(kept ? await kept.json() : []);
  return number > OWN || unsentNow.has(number);
}

async function noteUnsent(numbers) {
  unsentNow = new Set(numbers);
  await (await caches.open(CURRENT)).put(UNSENT, new Response(JSON.stringify(numbers)));
}

// The server's answer; null if it cannot be reached, or if this phone has entries of the match that the server lacks. Answers
// from elsewhere, such as a hotspot's sign-in page, do not count. With `patience`, in milliseconds, it is asked in any case.
async function fromServer(request, url, patience = 0) {
  const number = numberOf(url);
  if ((Date.now() < awayUntil && !patience) || (await isUnsent(number))) return null;
  const isPost = request.method === "POST";
  if (isPost && number) await running(STARTING); // The answer continues the copy of this match.
  const [length, checksum, unsent] = await headOf(number);
  if (Number(unsent)) return null;
  const headers = new Headers(request.headers);
  if (number) headers.set(HEADER, `${length} ${checksum ?? ""}`);
  const body = isPost ? await request.clone().arrayBuffer() : undefined;
  const { method, redirect, referrer } = request;
  const ended = new AbortController();
  const tooLong = setTimeout(() => ended.abort(), patience || IN_TIME);
  try {
    const answer = await fetch(url, { method, headers, body, redirect, referrer, signal: ended.signal });
    if ([502, 503, 504].includes(answer.status) || !(await isOurs(answer))) throw new Error(answer.status);
    const isOther = answer.status === 412; // The copy is not the beginning of the server's log: nothing was entered.
    const isLost = number && (isOther || answer.status === 404);
    if (isLost) clearTimeout(tooLong);
    if (isLost && answer.headers.get(OURS) !== seen) await running(STARTING);
    const taken = takeMore(number, answer.headers);
    if (isLost && (await taken, isOther || Number((await headOf(number))[2]))) return null; // It was restored, perhaps without the match.
    if (!answer.ok || answer.redirected || isStream(request)) return answer;
    if (request.mode === "navigate") [opened, heads] = [url.pathname, answer.headers];
    return new Response(await answer.arrayBuffer(), answer); // Read the whole answer, or fail if the connection breaks.
  } catch {
    awayUntil = Date.now() + AWAY;
    return null;
  } finally {
    clearTimeout(tooLong);
  }
}

// The length of this phone's copy of a match, its last checksum, and how many of its entries the server lacks, or may lack.
const headOf = async (number) => ((number && (await call("head", number))) || "none").split(" ");

// A redirect has no readable headers, so ask for a file that has.
async function isOurs({ type, headers }) {
  if (type !== "opaqueredirect") return headers.has(OURS);
  return (await fetch(`${SCOPE}edition.json`, { cache: "no-store" })).headers.has(OURS);
}

// Add the entries that the copy of a match lacks: they come with an answer, or must be fetched. The server may also lack
// entries it used to have.
async function takeMore(number, headers) {
  const [more, epoch] = [headers.get(HEADER), headers.get(OURS)];
  const told = epoch && epoch !== seen && (await call("see_epoch", epoch));
  if (told) seen = epoch;
  const signal = AbortSignal.timeout(IN_TIME);
  const copy = more === "more" && (await fetch(`${SCOPE}kept/matches/${number}`, { signal }).catch(() => null));
  const isCopy = copy && copy.ok && copy.headers.has(OURS);
  if (more === "less") await call("doubt", number);
  else if (isCopy && (await isThere())) await call("keep", await copy.text());
  else if (isCopy) await (await caches.open(CURRENT)).put(`${WAITING}${number}`, copy);
  else if (more && more !== "more") await call("add", number, more);
  if (more) posted.tell();
  if (told === "new" || more === "less" || more === "more") await tellEntered();
}

async function tellEntered() {
  for (const each of await clients.matchAll({ type: "window" })) each.postMessage({ entered: true });
}

// The app runs: hand it the copies that arrived earlier.
async function keepWaiting() {
  const cache = await caches.open(CURRENT);
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith(WAITING)) continue;
    await call("keep", await (await cache.match(request)).text());
    await cache.delete(request);
  }
}
