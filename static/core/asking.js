// Requests to the server from every page: with a timeout, and with a fresh CSRF token if the old one has expired.

import { reach } from "./reach.js";

export const HOME = new URL("../../../", import.meta.url); // This script is three folders below the home page.
const LONGEST = 15_000;
const STANDS = [200, 409, 422];
const IS_TABLE = /id="(?:post|table|melding|watch)"/; // Matches any answer that contains a game's table.
const meta = document.querySelector("meta[name=csrf]");

// Return the status (0 without a response), and the text if it contains the current table. A relative address starts from the
// home page.
export async function ask(address, more = {}) {
  try {
    const signal = AbortSignal.timeout(LONGEST);
    const answer = await reach(new URL(address, HOME), { headers: { "HX-Request": "true" }, signal, ...more });
    if (!answer) return { status: 0, text: "", moved: null };
    const text = await answer.text();
    const moved = answer.headers.get("HX-Redirect");
    if (moved) location.assign(moved);
    const isTable = STANDS.includes(answer.status) && IS_TABLE.test(text);
    const status = STANDS.includes(answer.status) && !isTable && !moved ? 0 : answer.status;
    return { status, text: isTable ? text : "", moved };
  } catch {
    return { status: 0, text: "", moved: null };
  }
}

export async function post(address, body) {
  body.set("csrf_token", meta.content);
  const answer = await ask(address, { method: "POST", body });
  if (answer.status !== 400 || !(await renewToken())) return answer;
  body.set("csrf_token", meta.content);
  return ask(address, { method: "POST", body });
}

// The session has changed since this page was made, or the page came from the phone's cache.
async function renewToken() {
  try {
    const page = await reach(location.pathname, { signal: AbortSignal.timeout(LONGEST) });
    const fresh = new DOMParser().parseFromString(await page.text(), "text/html").querySelector("meta[name=csrf]");
    meta.content = fresh?.content ?? "";
    return Boolean(fresh);
  } catch {
    return false;
  }
}
