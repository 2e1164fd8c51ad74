// Requests to the server. Only its own answers count: neither those of a hotspot nor those of the app on this phone.

import { ROOT } from "./editions.js";

const LONGEST = 15_000; // Milliseconds. Otherwise a request cut off by a lost signal would block all others.
const [ONLY_SERVER, OURS] = ["Referee-Server", "Referee-Book"]; // Headers, as in the service worker.
const NO_SIGNAL = [408, 429, 502, 503, 504]; // The entries have not been judged yet.

export async function ask(address, given) {
  const answer = await fetch(new URL(address, ROOT), { signal: AbortSignal.timeout(LONGEST), ...given });
  // A proxy or the gateway refuses a body that is too long before it reaches the app.
  const isOurs = answer.headers.has(OURS) || answer.status === 413;
  if (!isOurs || NO_SIGNAL.includes(answer.status)) throw new Error("That was not the server.");
  return answer;
}

export const isOpen = async (address) => (await ask(address, { method: "HEAD", headers: { [ONLY_SERVER]: "yes" } })).ok;

// True if a post got this status because this phone may no longer open an address.
export const isClosed = async ({ status }, address) => status === 404 || (status === 413 && !(await isOpen(address)));

export async function refusal(answer) {
  if (answer.status === 413) return "This match is too long for the server.";
  const { refused: faults } = await answer.json().catch(() => ({}));
  return faults?.join(" ") ?? `The server could not accept it (error ${answer.status}).`;
}

export async function post(address, fields) {
  const given = await ask("kept/token");
  if (given.status === 404) return given; // All links of this phone have ended.
  const body = new URLSearchParams(fields);
  body.set("csrf_token", (await given.json()).token);
  return ask(address, { method: "POST", body, headers: { [ONLY_SERVER]: "yes" } });
}
