// What all modules of a table's page share: its form, its fragment with the server's state, and the functions of its game.

export const form = document.getElementById("form");
export const table = () => document.getElementById("table");
export const data = () => table().dataset;

// `run` in page.js fills this in and describes it. The page's modules cannot import the modules that use them. `wanted` is the way
// of entering that was chosen here.
export const game = { wanted: "" };
