// Start Python with the app's code. After all imports its memory is kept on the phone, with the files that it may still read.
// From the second start, loading these takes a fraction of the time.

const CODE = "/app";
const [MEMORY, REST] = ["memory", "rest.zip"].map((name) => new URL(name, import.meta.url).href); // In the cache of this edition.
const IMPORT = `
import gc, sys
gc.disable()
sys.path.insert(0, "${CODE}")
import referee.browser.kept, referee.browser.rest
referee.browser.rest.write("${CODE}", "/rest.zip")
gc.freeze() # Nothing of this becomes garbage.
gc.enable()
`;
const AGAIN = `
import importlib, random
importlib.invalidate_caches()
random.seed() # Not the numbers of the time before.
`;

// Python without the app's code; `core` is Pyodide's folder.
export async function newPython(core) {
  const { loadPyodide } = await import(`${core}pyodide.mjs`);
  return loadPyodide({ indexURL: core, _makeSnapshot: true });
}

// Python with the app's code imported. `cache` is the edition's cache, `prepared` may resolve to a new Python.
export async function startPython(core, cache, prepared) {
  const [memory, rest] = await Promise.all([cache.match(MEMORY), cache.match(REST)]);
  try {
    if (memory && rest) return await again(core, new Uint8Array(await memory.arrayBuffer()), await rest.arrayBuffer());
  } catch (error) {
    console.warn(error);
    await forgetMemory(cache);
  }
  return firstTime((await prepared) ?? (await newPython(core)), cache);
}

// The copy itself may be faulty.
export const forgetMemory = (cache) => cache.delete(MEMORY);

async function firstTime(python, cache) {
  const code = await fetch(new URL("app.zip", import.meta.url));
  python.unpackArchive(await code.arrayBuffer(), "zip", { extractDir: CODE });
  python.runPython(IMPORT);
  const kept = [[REST, python.FS.readFile("/rest.zip")], [MEMORY, python.makeMemorySnapshot()]];
  // If there is no room, the next start takes longer.
  for (const [name, content] of kept) cache.put(name, new Response(content)).catch(() => {});
  return python;
}

async function again(core, memory, rest) {
  const { loadPyodide } = await import(`${core}pyodide.mjs`);
  const { default: create } = await import(`${core}pyodide.asm.mjs`);
  // A new module has less memory than the snapshot needs: let it grow until that fits.
  const createPyodideModule = async (settings) => {
    const created = await create(settings);
    while (created.HEAP8.length < memory.length) {
      if (!created._malloc(memory.length - created.HEAP8.length)) throw new Error("There is too little memory.");
    }
    return created;
  };
  const python = await loadPyodide({ indexURL: core, _loadSnapshot: memory, createPyodideModule });
  python.unpackArchive(rest, "zip", { extractDir: CODE });
  python.runPython(AGAIN);
  return python;
}
