// Choices kept on this phone, or with another store only in this tab. A private window keeps nothing.

export function chosen(name, store = "localStorage") {
  try {
    return window[store].getItem(name);
  } catch {
    return null;
  }
}

// Keep a value; null forgets it.
export function choose(name, value, store = "localStorage") {
  try {
    if (value === null) window[store].removeItem(name);
    else window[store].setItem(name, value);
  } catch {
    // Keep the old value.
  }
}

// Milliseconds for which keys ignore taps: after their meaning changes, and after a double tap.
const isSlow = chosen("slow") === "on";
export const [SETTLING, SAME] = isSlow ? [600, 600] : [350, 450];
export const settlesAlways = isSlow;
