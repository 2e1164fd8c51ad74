// What scripts keep on this phone, or with another store only in this tab. In a private window nothing is kept.

export function chosen(name, store = "localStorage") {
  try {
    return window[store].getItem(name);
  } catch {
    return null;
  }
}

export function choose(name, value, store = "localStorage") {
  try {
    window[store].setItem(name, value);
  } catch {
    // It stays as it was.
  }
}

// How long keys ignore taps, in milliseconds: after what they do has changed, and a key that was hit twice.
const isSlow = chosen("slow") === "on";
export const [SETTLING, SAME] = isSlow ? [600, 600] : [350, 450];
export const settlesAlways = isSlow;
