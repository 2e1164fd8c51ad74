// The files of the score book in the browser's private file system, mounted as a file system for Python. Their names are fixed:
// files can only be opened asynchronously, so all are opened at the start. Opening also locks them, so that no second worker
// can write.
//
// A file is flushed before another one is written, and all are flushed before an answer leaves. So the journal is on the disk
// before the data it protects changes, although Emscripten ignores SQLite's calls of fdatasync.

const NAMES = ["book.db", "book.db-wal", "book.db-journal", "secret.key", "session", "sent", "later", "epoch"];
const BOOK = NAMES.slice(0, 2);
const NOTE = "edition"; // The edition that has opened the book: `old`, or `old new` while a new one tries to.
const BEFORE = "before-"; // The prefix of the copies kept during that time.
const [ENOENT, EPERM, ENOSPC, EIO] = [44, 63, 51, 29];
const FOLDER = 0o40777;
const FILE = 0o100666;
const PATIENCE = 10_000; // Milliseconds to wait until the worker of a closed page releases the files.

export class Locked extends Error {
  constructor() {
    super("another tab still has the score book open");
  }
}

export class Storage {
  constructor(handles) {
    this.handles = handles;
    this.present = this.found();
    this.dirty = null;
  }

  // Open the files of a folder.
  static async open(name) {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(name, { create: true });
    const all = [...NAMES, NOTE, ...BOOK.map((each) => BEFORE + each)];
    const opened = await Promise.all(all.map(async (each) => {
      const file = await folder.getFileHandle(each, { create: true });
      return [each, await unlocked(file)];
    }));
    for (const [, handle] of opened) handle.flush(); // Writes left by a worker that was killed.
    return new Storage(new Map(opened));
  }

  // --- a new edition ---------------------------------------------------------------------------------------------------

  // Before an edition opens the book for the first time and may change it, keep a copy. If an earlier attempt did not finish,
  // restore its copy first.
  begin(edition) {
    const [before, trying] = this.note.split(" ");
    if (trying) this.takeBack();
    else if (before && before !== edition) for (const name of BOOK) this.copy(name, BEFORE + name);
    if (before && before !== edition) this.note = `${before} ${edition}`;
  }

  // An edition has opened the book: record it, and empty the copies.
  opened(edition) {
    if (this.note !== edition) this.note = edition;
    for (const name of BOOK) this.handles.get(BEFORE + name).truncate(0);
  }

  // An edition could not open the book: restore the copies.
  takeBack() {
    const [before, trying] = this.note.split(" ");
    if (!trying) return;
    this.flush();
    for (const name of BOOK) this.copy(BEFORE + name, name);
    this.note = before;
    this.present = this.found();
  }

  get note() {
    return new TextDecoder().decode(contentOf(this.handles.get(NOTE)));
  }

  set note(text) {
    replace(this.handles.get(NOTE), new TextEncoder().encode(text));
  }

  copy(from, to) {
    replace(this.handles.get(to), contentOf(this.handles.get(from)));
  }

  // --- a file system ---------------------------------------------------------------------------------------------------

  // The names of the files; an empty file counts as missing.
  found() {
    return new Set(NAMES.filter((name) => this.handles.get(name).getSize()));
  }

  // Call this before a file changes.
  touch(name) {
    if (this.dirty !== name) this.flush();
    this.dirty = name;
  }

  // Afterwards everything written is on the disk.
  flush() {
    if (this.dirty) this.handles.get(this.dirty).flush();
    this.dirty = null;
  }

  // Mount the files at a path of Emscripten's file system.
  mount(FS, path) {
    FS.mkdirTree(path);
    FS.mount({ mount: () => this.node(FS, null, "/", FOLDER) }, {}, path);
  }

  node(FS, parent, name, mode) {
    const handle = this.handles.get(name);
    const fail = (code) => {
      throw new FS.ErrnoError(code);
    };
    const attempt = (work) => {
      try {
        return work();
      } catch (error) {
        return fail(error.name === "QuotaExceededError" ? ENOSPC : EIO);
      }
    };
    const resize = (size) => attempt(() => {
      this.touch(name);
      handle.truncate(size);
    });
    const began = new Date();
    const node_ops = {
      getattr: (node) => ({
        dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: handle?.getSize() ?? 0,
        atime: began, mtime: began, ctime: began, blksize: 4096, blocks: 0,
      }),
      setattr: (node, { size, mode: changed }) => {
        if (changed !== undefined) node.mode = changed;
        if (size !== undefined) resize(size);
      },
      lookup: (folder, wanted) => (this.present.has(wanted) ? this.node(FS, folder, wanted, FILE) : fail(ENOENT)),
      mknod: (folder, wanted, kind) => {
        if (!this.handles.has(wanted)) fail(EPERM);
        this.present.add(wanted);
        return this.node(FS, folder, wanted, kind);
      },
      unlink: (folder, wanted) => {
        this.node(FS, folder, wanted, FILE).node_ops.setattr({}, { size: 0 });
        this.present.delete(wanted);
      },
      readdir: () => [".", "..", ...this.present],
      rename: () => fail(EPERM),
      rmdir: () => fail(EPERM),
      symlink: () => fail(EPERM),
    };
    const stream_ops = {
      read: (_, buffer, offset, length, at) => attempt(() => handle.read(buffer.subarray(offset, offset + length), { at })),
      write: (_, buffer, offset, length, at) => attempt(() => {
        this.touch(name);
        write(handle, buffer.subarray(offset, offset + length), at);
        return length;
      }),
      llseek: (stream, offset, whence) => offset + [0, stream.position, handle?.getSize()][whence],
      fsync: () => attempt(() => this.flush()),
    };
    return Object.assign(FS.createNode(parent, name, mode, 0), { node_ops, stream_ops });
  }
}

// Browsers report a file locked by another worker in two ways; the second is WebKit's.
const isLock = ({ name }) => ["NoModificationAllowedError", "InvalidStateError"].includes(name);

async function unlocked(file) {
  for (const until = Date.now() + PATIENCE; ; ) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (isLock(error) && Date.now() > until) throw new Locked();
      if (!isLock(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function contentOf(handle) {
  const content = new Uint8Array(handle.getSize());
  handle.read(content, { at: 0 });
  return content;
}

// On a full disk Firefox writes only a part, or nothing, and Chrome may return a number beyond the length.
function write(handle, content, at) {
  if (handle.write(content, { at }) !== content.length) throw new DOMException("The storage is full.", "QuotaExceededError");
}

function replace(handle, content) {
  handle.truncate(0);
  write(handle, content, 0);
  handle.flush();
}
