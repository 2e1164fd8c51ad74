// The last result: of its lines as many as fit; a key shows all of them.

const result = () => document.querySelector("#table .result");

export function fit() {
  const [lines, more] = [result().querySelector(".lines"), result().querySelector(".more")];
  if ("open" in result().dataset) return;
  more.hidden = lines.scrollHeight <= lines.clientHeight + 1;
}

addEventListener("resize", fit);
