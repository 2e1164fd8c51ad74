// Animate the pegs: a peg that moves is lifted and travels to its new hole.

const LIFTED = 1.5;
const TIME = 550;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const placeOf = (peg) => ({ x: peg.cx.baseVal.value, y: peg.cy.baseVal.value });
const isAt = (one) => (other) => one.x === other.x && one.y === other.y;

// The pegs of each side; a page may have two boards.
function sides() {
  const found = new Map();
  for (const peg of document.querySelectorAll(".peg")) {
    const side = peg.id.replace(/-\w+$/, "");
    found.set(side, [...(found.get(side) ?? []), peg]);
  }
  return found;
}

// The positions of the pegs.
export const places = () => new Map([...sides()].map(([side, pegs]) => [side, pegs.map(placeOf)]));

// Animate the pegs that have moved since `before`.
export function travel(before) {
  if (calm.matches) return;
  for (const [side, pegs] of sides()) {
    const left = [...(before.get(side) ?? [])];
    const moved = pegs.filter((peg) => {
      const stood = left.findIndex(isAt(placeOf(peg)));
      if (stood >= 0) left.splice(stood, 1);
      return stood < 0;
    });
    for (const peg of moved.slice(0, left.length)) lift(peg, left.shift());
  }
}

function lift(peg, from) {
  const to = placeOf(peg);
  const at = (share) => `translate(${(from.x - to.x) * share}px, ${(from.y - to.y) * share}px)`;
  const steps = [at(1), `${at(0.85)} scale(${LIFTED})`, `${at(0.15)} scale(${LIFTED})`, "none"];
  const frames = steps.map((transform, step) => ({ transform, offset: [0, 0.25, 0.8, 1][step] }));
  peg.animate(frames, { duration: TIME, easing: "ease-in-out" });
}
