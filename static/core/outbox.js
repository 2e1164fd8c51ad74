// The outbox: entries to send. Each is stored on the phone until the server has accepted or refused it, so a lost signal or a
// closed page loses nothing. A unique key makes each count once.

const PREFIX = "outbox-";
const memory = {}; // The fallback if the phone's storage is blocked or full.

function read(store) {
  if (memory[store]) return memory[store];
  try {
    return JSON.parse(localStorage.getItem(store) ?? "[]");
  } catch {
    return [];
  }
}

function write(store, items) {
  try {
    if (items.length) localStorage.setItem(store, JSON.stringify(items));
    else localStorage.removeItem(store);
    delete memory[store];
  } catch {
    memory[store] = items;
  }
}

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

export class Outbox {
  constructor(match) {
    this.match = match;
    this.store = PREFIX + match;
  }

  get items() {
    return read(this.store);
  }

  // The entries to send, in order; refused ones are parked.
  get waiting() {
    return this.items.filter((item) => !item.parked).sort(inOrder);
  }

  get parked() {
    return this.items.filter((item) => item.parked);
  }

  add(item) {
    const added = { key: newKey(), ...item };
    write(this.store, [...this.items, added]);
    return added;
  }

  // The chain of waiting entries that follow the entry with this key.
  following(key) {
    const found = [];
    for (const item of this.waiting) if (item.fields?.after === (found.at(-1)?.key ?? key)) found.push(item);
    return found;
  }

  // Remove an accepted entry. If another phone had entered the same, return the turn that the next entry must name, as the key
  // of that phone's entry is not known here.
  accept(key, text) {
    const [, turn = ""] = /data-stands="([^"]+)"/.exec(text) ?? [];
    const [next] = this.following(key);
    if (turn && next) this.change(next.key, { fields: { ...next.fields, after: "", turn } });
    this.remove(key);
    return turn;
  }

  remove(key) {
    write(this.store, this.items.filter((item) => item.key !== key));
  }

  change(key, more) {
    write(this.store, this.items.map((item) => (item.key === key ? { ...item, ...more } : item)));
  }
}

// The matches that have an outbox on this phone.
export function matches() {
  try {
    const stores = Object.keys(localStorage).filter((store) => store.startsWith(PREFIX));
    return stores.map((store) => store.slice(PREFIX.length));
  } catch {
    return [];
  }
}

// --- the order of entries: each names its turn or the entry before it; the version only says what the page has shown ---

const numbers = (turn) => turn.split(".").map(Number);

export function isLater(place, than) {
  const at = place.findIndex((number, index) => number !== than[index]);
  return at >= 0 && place[at] > than[at];
}

// A sort key: the turn, then 1 for a claim, which follows its trick.
export const placeOf = ({ turn, do: act }) => [...numbers(turn), Number(act === "claim")];

export function inOrder({ fields: one }, { fields: other }) {
  if (!one.turn || !other.turn) return 0;
  return Number(isLater(placeOf(one), placeOf(other))) - Number(isLater(placeOf(other), placeOf(one)));
}

export function requestOf(match, { key, game, fields }, version = 0) {
  const body = new URLSearchParams({ version, key, ...fields });
  return { address: `${game ? `${game}/` : ""}matches/${match}/enter`, body };
}
