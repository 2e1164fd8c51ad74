// Compiles the app's code and templates with Pyodide's Python, by which they are run. Its arguments are the folder of
// Pyodide, an archive with the sources, and the one to write.

import { readFileSync, writeFileSync } from "node:fs";

const [folder, source, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
// Columns of code are omitted: a third of its size, for nothing but arrows under lines of tracebacks. Sets of names are
// always in the same order, so that phones fetch nothing again when the same code is built again.
const env = { HOME: "/home", PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0" };
const python = await loadPyodide({ indexURL: `${folder}/`, env });
python.FS.writeFile("/source.zip", readFileSync(source));
python.runPython(readFileSync(new URL("compile_in_pyodide.py", import.meta.url), "utf8"));
writeFileSync(compiled, python.FS.readFile("/compiled.zip"));
