// What somebody has chosen on this device and finds again: light or dark, the adviser, that they know the way.

/** @param {string} name @param {string} usual */
export function remembered(name, usual = "") {
  try {
    return localStorage.getItem(`pitboss ${name}`) ?? usual;
  } catch {
    return usual; // a browser that keeps nothing
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`pitboss ${name}`, value);
  } catch {
    // then it is forgotten
  }
}
