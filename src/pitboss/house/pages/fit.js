// How large a card may be: pure geometry, so that what is in play fills the room it has and no more.

/** @typedef {{cards: number, sideways: number, scale: number}} Row a hand: its cards, those across, its size */

const TALL = 1.4; // of a card, by its width
const GAP = 0.14;

// How much of a card the next one leaves uncovered.
/** @param {number} cards */
export const shownOf = (cards) => (cards <= 2 ? 0.62 : cards <= 3 ? 0.5 : cards <= 5 ? 0.36 : 0.26);

// The width of a hand, in cards; each that lies across sticks out by what it is longer.
/** @param {Row} hand */
const widthOf = ({ cards, sideways, scale }) =>
  scale * (1 + Math.max(cards - 1, 0) * shownOf(cards) + sideways * (TALL - 1));

// The widest card with which hands fit beside each other, in as many lines as suits them best; each has what stands
// beneath its cards, and is as wide as its words at least.
/**
 * @param {number} wide
 * @param {number} high
 * @param {Row[]} hands
 * @param {number} most
 * @param {{beneath?: number, least?: number}} words
 */
export function fitted(wide, high, hands, most, { beneath = 0, least = 0 } = {}) {
  let best = { width: 0, lines: 1 };
  for (let lines = 1; lines <= hands.length; lines += 1) {
    const each = Math.ceil(hands.length / lines);
    if (each > 1 && each * least > wide) continue;
    let across = 0;
    for (let first = 0; first < hands.length; first += each) {
      const line = hands.slice(first, first + each);
      across = Math.max(across, line.reduce((all, hand) => all + widthOf(hand), 0) + GAP * (line.length - 1));
    }
    const tall = (high / lines - beneath) / TALL;
    const width = Math.min(wide / across, tall, most);
    if (width > best.width) best = { width, lines };
  }
  return best;
}
