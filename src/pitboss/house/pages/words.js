// Words and small conversions that every page shares.

/** @param {number} cents */
export const money = (cents) => {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole.toLocaleString("en-US")}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
};

/** @param {string} text */
export const cents = (text) => {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "0").padEnd(2, "0")) : null;
};

// A share as people read it: two figures that matter at least.
/** @param {number} share */
export const percent = (share, digits = share && share < 0.0001 ? 4 : 2) => `${(100 * share).toFixed(digits)}%`;

/** @param {number} cents with its sign, to the cent, or finer where there is less than one */
export const worth = (cents) => {
  const [size, sign] = [Math.abs(cents) / 100, cents < 0 ? "−\u2060" : "+"]; // no line ends after a minus
  return `${sign}$${size.toFixed(size && size < 0.01 ? 4 : 2)}`;
};

/** @param {number} cents */
export const dollars = (cents) => worth(Math.abs(cents)).slice(1);

/** @param {string} move */
export const inWords = (move) => move.replaceAll("-", " ");

export const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {string} sentence */
export function speak(sentence) {
  const place = part(document, "#spoken");
  place.textContent = "";
  requestAnimationFrame(() => {
    place.textContent = sentence;
  });
}

// A part of a page that is there, because we drew it.
/** @param {ParentNode} root @param {string} selector */
export function part(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`nothing here is ${selector}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} attributes a listener where the name begins with "on"
 * @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}
