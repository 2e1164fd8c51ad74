// What scripts keep on this phone. In a private window nothing is kept.

export function chosen(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function choose(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It stays as it was.
  }
}
