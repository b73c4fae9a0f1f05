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

/** @type {WeakMap<Node, Record<string, any>>} what each element does when something happens to it */
const listens = new WeakMap();
/** @type {WeakMap<Node, Node>} for an element that was made anew, the one that stands there as before */
const stood = new WeakMap();

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} attributes a listener where the name begins with "on"
 * @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) listen(made, { ...listens.get(made), [name]: value });
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** @param {Element} place @param {Record<string, any>} does */
function listen(place, does) {
  const before = listens.get(place) ?? {};
  for (const name of Object.keys({ ...before, ...does })) Object.assign(place, { [name]: does[name] ?? null });
  listens.set(place, does);
}

/**
 * The element that stands on the page for one that was made to stand there.
 * @template {Node} Kind
 * @param {Kind} made
 */
export const there = (made) => /** @type {Kind} */ (stood.get(made) ?? made);

/**
 * What is in a place becomes what is given. Whatever is there already stays the same element with its focus, what is
 * typed into it and a finger upon it, and only what differs is changed.
 * @param {Element} place
 * @param {(Node | string)[]} children
 */
export function become(place, ...children) {
  const wanted = children.map((one) => (typeof one === "string" ? new Text(one) : one));
  const free = [...place.childNodes].filter((old) => !wanted.includes(old));
  const next = wanted.map((want) => {
    const at = want.parentNode === place ? -1 : free.findIndex((old) => alike(old, want));
    const [same] = at < 0 ? [] : free.splice(at, 1);
    if (same) alter(same, want);
    return same ?? want;
  });
  for (const old of free) old.remove();
  for (const [at, node] of next.entries())
    if (place.childNodes[at] !== node) place.insertBefore(node, place.childNodes[at] ?? null);
}

// What makes an element this one and no other: a button that does something else is another button.
const NAMES = ["id", "name", "href"].concat(
  ["move", "asked", "tool", "of", "row", "field", "do", "key"].map((name) => `data-${name}`),
);

/** @param {Node} one @param {Node} other */
function alike(one, other) {
  if (!(one instanceof Element && other instanceof Element)) return one.nodeName === other.nodeName;
  if (one.tagName !== other.tagName) return false;
  const named = NAMES.filter((name) => one.hasAttribute(name) || other.hasAttribute(name));
  if (named.length) return named.every((name) => one.getAttribute(name) === other.getAttribute(name));
  return !one.matches("button, a, summary") || one.textContent === other.textContent;
}

/** @param {Node} old @param {Node} want */
function alter(old, want) {
  stood.set(want, old);
  if (!(old instanceof Element && want instanceof Element)) {
    if (old.nodeValue !== want.nodeValue) old.nodeValue = want.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!want.hasAttribute(name) && name !== "open") old.removeAttribute(name); // who has opened it closes it
  for (const { name, value } of want.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  listen(old, listens.get(want) ?? {});
  become(old, ...want.childNodes);
}
