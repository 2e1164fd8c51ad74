// Turns of tricks and claims: their order, and the requests that enter them.

// Sort keys in the order of the match: hand, deal, trick number, and 0 for a trick's cards or 1 for its claim.
export const placeOf = ({ turn, what }) => [...turn.split(".").map(Number), Number(what === "claim")];

export function isLater(place, than) {
  const at = place.findIndex((number, index) => number !== than[index]);
  return at >= 0 && place[at] > than[at];
}

const places = (turn) => turn.split(".").map(Number);
export const isLaterTurn = (turn, than) => isLater(places(turn), places(than));
export const inOrder = (one, other) => (isLater(placeOf(one), placeOf(other)) ? 1 : -1);

// The address and the form data of an item of the outbox. It names its turn; the version only says what the page has seen.
export function requestOf(match, { what, content, key, turn }, version = 0) {
  const name = what === "claim" ? "items" : "cards";
  const body = new URLSearchParams({ version, key, turn, [name]: content.join(".") });
  return { address: `matches/${match}/${what}`, body };
}
