// A worker that unpacks the build's LZMA files, which are a quarter smaller than with gzip, the format browsers know. It
// answers each packed file with its content, both as bytes.

const STATES = 12;
const LENGTHS = 4; // Lengths fall into four kinds, each with its own table of distance slots.
const [TOP, HALF, MOVE] = [2 ** 24, 1024, 5];
const ALIGNED = 4; // Bits.
const LAST_SLOT = 14; // From this slot on, the middle bits of a distance are not modelled.

const odds = (count) => new Uint16Array(count).fill(HALF);

class Unpacker {
  constructor(packed) {
    const view = new DataView(packed.buffer, packed.byteOffset);
    const kinds = packed[0];
    [this.lc, this.lp, this.pb] = [kinds % 9, Math.floor(kinds / 9) % 5, Math.floor(kinds / 45)];
    this.content = new Uint8Array(Number(view.getBigUint64(5, true)));
    this.packed = packed;
    this.at = 18; // After the header of 13 bytes and the first five bytes of code.
    this.code = view.getUint32(14);
    this.range = 0xffffffff;
  }

  bit(table, index) {
    const odd = table[index];
    const bound = (this.range >>> 11) * odd;
    let found = 0;
    if (this.code < bound) {
      this.range = bound;
      table[index] = odd + ((2048 - odd) >>> MOVE);
    } else {
      this.range -= bound;
      this.code -= bound;
      table[index] = odd - (odd >>> MOVE);
      found = 1;
    }
    if (this.range < TOP) this.shift();
    return found;
  }

  shift() {
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.packed[this.at++]) >>> 0;
  }

  // Read bits that are 0 or 1 with equal probability.
  plain(count) {
    let found = 0;
    for (let left = count; left > 0; left--) {
      this.range >>>= 1;
      const isOne = this.code >= this.range;
      if (isOne) this.code -= this.range;
      if (this.range < TOP) this.shift();
      found = found * 2 + Number(isOne);
    }
    return found;
  }

  tree(table, bits, from = 0) {
    let node = 1;
    for (let left = bits; left > 0; left--) node = node * 2 + this.bit(table, from + node);
    return node - 2 ** bits;
  }

  reversed(table, bits, from = 0) {
    let [node, found] = [1, 0];
    for (let place = 0; place < bits; place++) {
      const one = this.bit(table, from + node);
      node = node * 2 + one;
      found |= one << place;
    }
    return found;
  }

  length(table, place) {
    if (!this.bit(table, 0)) return this.tree(table, 3, 2 + place * 8);
    if (!this.bit(table, 1)) return 8 + this.tree(table, 3, 130 + place * 8);
    return 16 + this.tree(table, 8, 258);
  }

  distance(tables, length) {
    const slot = this.tree(tables.slots, 6, Math.min(length, LENGTHS - 1) * 64);
    if (slot < 4) return slot;
    const bits = (slot >>> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < LAST_SLOT) return base + this.reversed(tables.middle, bits, base - slot);
    return base + this.plain(bits - ALIGNED) * 2 ** ALIGNED + this.reversed(tables.aligned, ALIGNED);
  }

  literal(table, from, byte, isAfterMatch) {
    let node = 1;
    for (let match = byte; isAfterMatch && node < 256;) {
      const expected = (match >>> 7) & 1;
      match <<= 1;
      const one = this.bit(table, from + (1 + expected) * 256 + node);
      node = node * 2 + one;
      if (one !== expected) break;
    }
    while (node < 256) node = node * 2 + this.bit(table, from + node);
    return node & 255;
  }

  unpack() {
    const { content, lc, lp, pb } = this;
    const tables = { slots: odds(LENGTHS * 64), middle: odds(128), aligned: odds(16) };
    const literals = odds(0x300 * 2 ** (lc + lp));
    const [isMatch, isLongRepeat] = [odds(STATES * 16), odds(STATES * 16)];
    const [isRepeat, isSecond, isThird, isFourth] = [1, 2, 3, 4].map(() => odds(STATES));
    const [ofMatch, ofRepeat] = [odds(514), odds(514)];
    const [places, lows] = [2 ** pb - 1, 2 ** lp - 1];
    let [one, two, three, four] = [0, 0, 0, 0]; // The last four distances.
    let state = 0;
    for (let at = 0; at < content.length;) {
      const place = at & places;
      if (!this.bit(isMatch, state * 16 + place)) {
        const before = at ? content[at - 1] : 0;
        const from = 0x300 * (((at & lows) << lc) + (before >>> (8 - lc)));
        content[at] = this.literal(literals, from, state >= 7 ? content[at - one - 1] : 0, state >= 7);
        at += 1;
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      let length = 1;
      if (!this.bit(isRepeat, state)) {
        [two, three, four] = [one, two, three];
        const longer = this.length(ofMatch, place);
        one = this.distance(tables, longer);
        length = longer + 2;
        state = state < 7 ? 7 : 10;
      } else {
        let isShort = false;
        if (!this.bit(isSecond, state)) isShort = !this.bit(isLongRepeat, state * 16 + place);
        else if (!this.bit(isThird, state)) [one, two] = [two, one];
        else if (!this.bit(isFourth, state)) [one, two, three] = [three, one, two];
        else [one, two, three, four] = [four, one, two, three];
        if (!isShort) length = this.length(ofRepeat, place) + 2;
        state = isShort ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
      }
      for (const end = Math.min(at + length, content.length); at < end; at++) content[at] = content[at - one - 1];
    }
    return content;
  }
}

self.addEventListener("message", ({ data, ports: [port] }) => {
  const content = new Unpacker(new Uint8Array(data)).unpack();
  port.postMessage(content, [content.buffer]);
});
