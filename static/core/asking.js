// Asking the referee: one way for every page, with an end to waiting, and with a fresh token where the old one is gone.

const LONGEST = 15_000;
const STANDS = [200, 409, 422];
const meta = document.querySelector("meta[name=csrf]");

// The answer's status, 0 if there is none, and its fragments, if it has the table as it stands.
export async function ask(address, more = {}) {
  try {
    const signal = AbortSignal.timeout(LONGEST);
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal, ...more });
    const text = await answer.text();
    const moved = answer.headers.get("HX-Redirect");
    const isTable = STANDS.includes(answer.status) && text.includes('id="post"');
    // What is no table came from somebody else: a hotspot, say, that wants to be signed in to.
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

// The cookie was changed since this page was made, or the page was kept on the phone.
async function renewToken() {
  try {
    const page = await (await fetch(location.pathname, { signal: AbortSignal.timeout(LONGEST) })).text();
    const fresh = new DOMParser().parseFromString(page, "text/html").querySelector("meta[name=csrf]");
    meta.content = fresh?.content ?? "";
    return Boolean(fresh);
  } catch {
    return false;
  }
}
