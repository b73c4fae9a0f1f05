// The trade's words explained where they stand: on hover and on focus, in the words of the glossary.

import { element } from "./words.js";

/** @typedef {{words: string[], means: string}} Term */

/** @type {Promise<Term[]> | null} */
let asked = null;
/** @type {Map<string, string>} */
const meanings = new Map();
/** @type {RegExp | null} */
let pattern = null;

const terms = () =>
  (asked ??= fetch("/glossary.json")
    .then((answer) => (answer.ok ? answer.json() : []))
    .catch(() => []));

export async function loadGlossary() {
  for (const { words, means } of await terms()) for (const word of words) meanings.set(word.toLowerCase(), means);
  pattern = matcher([...meanings.keys()]);
}

// Whole words, the longest first: "hard total" before "total"; a plural counts as the word.
/** @param {string[]} words */
export function matcher(words) {
  if (!words.length) return null;
  const longest = [...words].sort((one, other) => other.length - one.length);
  const escaped = longest.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`\\b(${escaped.join("|")})(s|es)?\\b`, "gi");
}

// A text as parts, each word of the trade once: plain strings and [word, meaning].
/**
 * @param {string} text
 * @param {RegExp | null} by
 * @param {Map<string, string>} known
 * @returns {(string | [string, string])[]}
 */
export function marked(text, by, known) {
  if (!by) return [text];
  const seen = new Set();
  /** @type {(string | [string, string])[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(by)) {
    const means = known.get((match[1] ?? "").toLowerCase());
    if (means === undefined || seen.has(means)) continue;
    seen.add(means);
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push([match[0], means]);
    from = match.index + match[0].length;
  }
  if (from < text.length || !parts.length) parts.push(text.slice(from));
  return parts;
}

/** @param {string} text @returns {(HTMLElement | string)[]} */
export const gloss = (text) =>
  marked(text, pattern, meanings).map((one) => (typeof one === "string" ? one : term(one[0], one[1])));

/** @param {string} word @param {string} means */
function term(word, means) {
  const made = element("span", { class: "term", tabindex: "0", role: "note", "aria-label": `${word}: ${means}` }, word);
  made.addEventListener("mouseenter", () => show(made, means));
  made.addEventListener("focus", () => show(made, means));
  made.addEventListener("mouseleave", hide);
  made.addEventListener("blur", hide);
  made.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  return made;
}

/** @type {HTMLElement | null} */
let tip = null;

/** @param {HTMLElement} at @param {string} means */
function show(at, means) {
  tip ??= element("div", { class: "tip", "aria-hidden": "true", hidden: true });
  (at.closest("dialog") ?? document.body).append(tip);
  tip.textContent = means;
  tip.hidden = false;
  const { left, bottom, top } = at.getBoundingClientRect();
  const below = bottom + tip.offsetHeight + 8 < innerHeight;
  tip.style.left = `${Math.max(8, Math.min(left, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${below ? bottom + 4 : top - tip.offsetHeight - 4}px`;
}

function hide() {
  if (tip) tip.hidden = true;
}
