// Notes above the page about entries on this phone that cannot be sent. It imports nothing, so that it is loaded only if needed.

const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = { D: "diamonds", H: "hearts", S: "spades", C: "clubs" };
const named = (code) => (/^[2-9TJQKA][DHSC]$/.test(code) ? `${RANKS[code[0]] ?? code[0]} of ${SUITS[code[1]]}` : code);

function wordsOf({ fields: { draft, cards, card, do: act } }) {
  const words = [draft, cards, card, act].filter(Boolean).flatMap((part) => part.split("."));
  return words.map(named).join(", ") || "an entry";
}

// A trick may be closed by now, so its cards are shown only if they are asked for.
const isTrick = ({ fields }) => fields.kind === "tricks";

function briefly(items) {
  const tricks = items.filter(isTrick).length;
  const others = items.filter((item) => !isTrick(item)).map(wordsOf);
  return [...(tricks ? [tricks === 1 ? "a trick" : `${tricks} tricks`] : []), ...others].join("; ");
}

const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

// A line above the page, by its id.
function lineOf(id) {
  const line = document.getElementById(id) ?? make("p", { id, className: "stale notice", role: "alert" });
  if (!line.isConnected) (document.querySelector(".bars > div") ?? document.querySelector("main")).prepend(line);
  return line;
}

// Show the entries that wait for matches whose link has ended, and link to the tables that did not take an entry.
export function tellUnsent(items, tables) {
  if (items.length) tellRevoked(items);
  if (tables.length) tellRefused(tables);
}

// These tables show the entry with the reason.
function tellRefused(tables) {
  const links = tables.map(([match, address]) => {
    const href = new URL(address.replace(/enter$/, ""), new URL("../../../", import.meta.url));
    return make("a", { href, textContent: tables.length > 1 ? `Go to match ${match}` : "Go to its table" });
  });
  lineOf("refused").replaceChildren("An entry that waited on this phone was not accepted.", ...links.flatMap((link) => [" ", link]));
}

function tellRevoked(items) {
  const told = lineOf("unsent");
  const words = make("span", { textContent: briefly(items) });
  told.replaceChildren("The link to a match no longer works on this phone. Not sent from this phone: ", words,
    ". It stays here. Open a new link to that match to send it.");
  if (items.some(isTrick)) {
    told.append(" ", make("button", { type: "button", textContent: "Show cards", onclick({ target }) {
      words.textContent = items.map(wordsOf).join("; ");
      target.remove();
    } }));
  }
}
