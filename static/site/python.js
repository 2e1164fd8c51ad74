// Start Python with the app's code. After all imports a snapshot of its memory is stored on the phone, with the files that it
// may still read: later starts load these in a fraction of the time. At the first visit Python starts during the download.

const CODE = "/app";
const [MEMORY, REST] = ["memory", "rest.zip"].map((name) => new URL(name, import.meta.url).href); // In the cache of this edition.
const LATER = 2_000; // Milliseconds.
// What each archive is for. Nothing of what is imported becomes garbage.
const IMPORTS = {
  "packages.zip": `
import gc, importlib, sys
gc.disable()
sys.path.insert(0, "${CODE}")
import flask_htmx, flask_wtf, sqlite_utils, werkzeug.test, wtforms
`,
  "code.zip": `
importlib.invalidate_caches()
import referee.browser.kept, referee.browser.rest
`,
  "pages.zip": `
referee.browser.rest.write("${CODE}", "/rest.zip")
gc.freeze()
gc.enable()
`,
};
const AGAIN = `
import importlib, random
importlib.invalidate_caches()
random.seed() # Not the numbers of the time before.
`;

let prepared = null; // Python with what it could import so far.

// Continue as far as Python can with each new file on this phone.
export function prepare(file) {
  const name = file.split("/").at(-1);
  if (name === "python_stdlib.zip") prepared = newPython(new URL(".", file).href);
  if (name in IMPORTS) prepared = prepared?.then((python) => add(python, name, file));
  prepared?.catch(() => {}); // It is awaited later.
}

// Python without anything else; `core` is the folder of Pyodide and of the packages.
async function newPython(core) {
  const { loadPyodide } = await import(`${core}pyodide.mjs`);
  return loadPyodide({ indexURL: core, _makeSnapshot: true });
}

async function add(python, name, address) {
  const archive = await fetch(address);
  python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: CODE });
  python.runPython(IMPORTS[name]);
  return python;
}

async function whole(core) {
  const python = await newPython(core);
  for (const name of Object.keys(IMPORTS)) await add(python, name, new URL(name, name === "packages.zip" ? core : import.meta.url));
  return python;
}

// Python with the app's code imported. `cache` is the edition's cache.
export async function startPython(core, cache) {
  const [memory, rest] = await Promise.all([cache.match(MEMORY), cache.match(REST)]);
  try {
    if (memory && rest) return await again(core, new Uint8Array(await memory.arrayBuffer()), await rest.arrayBuffer());
  } catch (error) {
    console.warn(error);
    await forgetMemory(cache);
  }
  const python = (await prepared?.catch(() => null)) ?? (await whole(core));
  keepMemory(python, cache);
  return python;
}

// The copy itself may be faulty.
export const forgetMemory = (cache) => cache.delete(MEMORY);

function keepMemory(python, cache) {
  const kept = [[REST, python.FS.readFile("/rest.zip")], [MEMORY, python.makeMemorySnapshot()]];
  // Not while the first page is being made. If there is no room, or no time, the next start takes longer.
  setTimeout(() => kept.forEach(([name, content]) => cache.put(name, new Response(content)).catch(() => {})), LATER);
}

async function again(core, memory, rest) {
  const { loadPyodide } = await import(`${core}pyodide.mjs`);
  const { default: create } = await import(`${core}pyodide.asm.mjs`);
  // A new module has less memory than the snapshot needs: let it grow until that fits.
  const createPyodideModule = async (settings) => {
    const created = await create(settings);
    while (created.HEAP8.length < memory.length) {
      if (!created._malloc(memory.length - created.HEAP8.length)) throw new Error("There is not enough memory.");
    }
    return created;
  };
  const python = await loadPyodide({ indexURL: core, _loadSnapshot: memory, createPyodideModule });
  python.unpackArchive(rest, "zip", { extractDir: CODE });
  python.runPython(AGAIN);
  return python;
}
