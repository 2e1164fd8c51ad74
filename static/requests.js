// The requests that enter items of the outbox, and their order. An item names its turn, or the entry that it follows, so that
// the version only says what the page has seen.

const numbers = (turn) => turn.split(".").map(Number);

export function isLater(place, than) {
  const at = place.findIndex((number, index) => number !== than[index]);
  return at >= 0 && place[at] > than[at];
}

export const isLaterTurn = (turn, than) => isLater(numbers(turn), numbers(than));

// A sort key: the turn, and within it 1 for what belongs to a trick.
export const placeOf = ({ turn, do: act }) => [...numbers(turn), Number(act === "claim")];

export function inOrder({ fields: one }, { fields: other }) {
  if (!one.turn || !other.turn) return 0;
  return Number(isLater(placeOf(one), placeOf(other))) - Number(isLater(placeOf(other), placeOf(one)));
}

export function requestOf(match, { key, game, fields }, version = 0) {
  const body = new URLSearchParams({ version, key, ...fields });
  return { address: `${game ? `${game}/` : ""}matches/${match}/enter`, body };
}

// An item as it is kept now. Those of the time when there was one game had another shape.
export function modern({ what, content, turn, stands, ...item }, match) {
  if (!what) return item;
  const [hand, , trick] = turn.split(".");
  const fields = { turn, ...(what === "claim" ? { do: what, kind: what } : { kind: "tricks" }), draft: content.join(".") };
  return { ...item, game: "", fields, ...(stands && { use: `matches/${match}/mend/${hand}/${trick}` }) };
}
