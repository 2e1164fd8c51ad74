// Starts Python with the app's code. What it has in its memory after all imports is kept on the phone: from the second
// start on that is read instead, in a fraction of the time.

const CODE = "/app";
const MEMORY = new URL("memory", import.meta.url).href; // Where it is in the cache of this edition.

// Python with the app's code imported; `core` is the folder of Pyodide, `cache` that of the edition.
export async function startPython(core, cache) {
  const [code, kept] = await Promise.all([fetch(new URL("app.zip", import.meta.url)), cache.match(MEMORY)]);
  const archive = await code.arrayBuffer();
  const unpack = (python) => python.unpackArchive(archive, "zip", { extractDir: CODE });
  try {
    if (kept) return await again(core, new Uint8Array(await kept.arrayBuffer()), unpack);
  } catch (error) {
    console.warn(error);
    await forgetMemory(cache);
  }
  return firstTime(core, cache, unpack);
}

// What is kept may be what is wrong.
export const forgetMemory = (cache) => cache.delete(MEMORY);

async function firstTime(core, cache, unpack) {
  const { loadPyodide } = await import(`${core}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: core, _makeSnapshot: true });
  unpack(python);
  python.runPython(`import sys; sys.path.insert(0, "${CODE}"); import referee.browser.kept`);
  const memory = python.makeMemorySnapshot();
  cache.put(MEMORY, new Response(memory)).catch(() => {}); // Without room the next start takes longer.
  return python;
}

async function again(core, memory, unpack) {
  const { loadPyodide } = await import(`${core}pyodide.mjs`);
  const { default: create } = await import(`${core}pyodide.asm.mjs`);
  // The memory of a new module is smaller than what is to be read into it: let it grow until that fits.
  const createPyodideModule = async (settings) => {
    const created = await create(settings);
    while (created.HEAP8.length < memory.length) {
      if (!created._malloc(memory.length - created.HEAP8.length)) throw new Error("There is too little memory.");
    }
    return created;
  };
  const python = await loadPyodide({ indexURL: core, _loadSnapshot: memory, createPyodideModule });
  unpack(python);
  python.runPython("import random; random.seed()"); // Not the numbers of the time before.
  return python;
}
