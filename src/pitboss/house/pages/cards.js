// Playing cards, drawn by us as SVG: a face for each of the 52, and a back.

/** @typedef {string | null} Code a card's code such as "8S"; null is a card that lies face down */

/** @type {Record<string, string>} */
const PIPS = { C: "♣", D: "♦", H: "♥", S: "♠" };
/** @type {Record<string, string>} */
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
/** @type {Record<string, string>} */
const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};

// Where the pips of a number card lie: across, at the left, in the middle or at the right; down, 0 top to 1 bottom.
const L = 22, M = 35, R = 48;
/** @type {Record<string, [number, number][]>} */
const PLACES = {
  A: [[M, 0.5]],
  2: [[M, 0], [M, 1]],
  3: [[M, 0], [M, 0.5], [M, 1]],
  4: [[L, 0], [R, 0], [L, 1], [R, 1]],
  5: [[L, 0], [R, 0], [M, 0.5], [L, 1], [R, 1]],
  6: [[L, 0], [R, 0], [L, 0.5], [R, 0.5], [L, 1], [R, 1]],
  7: [[L, 0], [R, 0], [M, 0.25], [L, 0.5], [R, 0.5], [L, 1], [R, 1]],
  8: [[L, 0], [R, 0], [M, 0.25], [L, 0.5], [R, 0.5], [M, 0.75], [L, 1], [R, 1]],
  9: [[L, 0], [R, 0], [L, 0.33], [R, 0.33], [M, 0.5], [L, 0.67], [R, 0.67], [L, 1], [R, 1]],
  T: [[L, 0], [R, 0], [M, 0.17], [L, 0.33], [R, 0.33], [L, 0.67], [R, 0.67], [M, 0.83], [L, 1], [R, 1]],
};

/** @param {Code} code */
export function cardName(code) {
  return code === null ? "a card face down" : `${RANKS[code.charAt(0)]} of ${SUITS[code.charAt(1)]}`;
}

/** @param {string} code */
function face(code) {
  const rank = code.charAt(0);
  const suit = code.charAt(1);
  const red = suit === "D" || suit === "H";
  const ink = red ? "var(--card-red)" : "var(--card-black)";
  const label = rank === "T" ? "10" : rank;
  const narrow = rank === "T" ? ` textLength="14" lengthAdjust="spacingAndGlyphs"` : "";
  const pip = PIPS[suit] ?? "";
  const corner =
    `<g class="corner"><text x="9" y="19"${narrow}>${label}</text><text x="9" y="34" class="small">${pip}</text></g>`;
  return `<g fill="${ink}">${corner}<g transform="rotate(180 35 49)">${corner}</g>${middle(rank, pip)}</g>`;
}

/** @param {string} rank @param {string} pip */
function middle(rank, pip) {
  const places = PLACES[rank];
  if (places) {
    const size = rank === "A" ? 40 : 17;
    return places.map(([x, row]) => {
      const y = 20 + row * 58;
      const turn = row > 0.5 ? ` transform="rotate(180 ${x} ${y})"` : "";
      return `<text x="${x}" y="${y}" font-size="${size}" class="pip"${turn}>${pip}</text>`;
    }).join("");
  }
  const half = `${COURTS[rank] ?? ""}<text x="23.5" y="21.5" font-size="13" class="pip">${pip}</text>`;
  return `<rect x="17" y="13" width="36" height="72" rx="2" class="frame"/>${half}` +
    `<g transform="rotate(180 35 49)">${half}</g>`;
}

// Court cards, each a half figure of a few paths in the suit's colour (no class), gold (g), blue (b) and paper (p);
// the other half is the same one turned about the middle of the card.
const FACE = `<path class="p l" d="M29.6 24c0-3.6 2.3-5 5.4-5s5.4 1.4 5.4 5c0 5-2 8.2-5.4 8.2s-5.4-3.2-5.4-8.2z"/>` +
  `<path class="l n" d="M32 24.4h1.6M36.6 24.4h1.6M35 25v2.2M33.4 29.3q1.6.9 3.2 0"/>`;
const ROBE = `<path d="M18 49v-5.5q2.5-7.5 11-9.5l6 5 6-5q8.5 2 11 9.5V49z"/>`;
/** @type {Record<string, string>} */
const COURTS = {
  K: `${ROBE}<path class="g l" d="M29 34l6 15 6-15 3 1-5 14h-8l-5-14z"/>` +
    `<path class="b" d="M18 46h7v3h-7zM45 46h7v3h-7z"/>` +
    `${FACE}<path class="g l" d="M28.4 25.5q.2 9.8 6.6 11.5 6.4-1.7 6.6-11.5-2.6 3-6.6 2.8-4 .2-6.6-2.8z"/>` +
    `<path class="l n" d="M33.4 29.8q1.6.9 3.2 0"/>` +
    `<path class="g l" d="M27.5 20.5l-1.7-6.3 4.7 2.8 4.5-4 4.5 4 4.7-2.8-1.7 6.3z"/>` +
    `<path d="M27.8 18.8h14.4v1.9H27.8z"/>` +
    `<path class="b l" d="M48.5 16.5h1.8v24h-1.8z"/><path class="g l" d="M46.3 38.5h6.2v1.9h-6.2z"/>`,
  Q: `${ROBE}<path class="g l" d="M27 35q8 9 16 0l2 2q-10 10-20 0z"/><path class="b" d="M33.5 42h3v7h-3z"/>` +
    `<path class="g" d="M28 20q-3.5 6-2 15 3-.2 4.5-2.5-2-6 0-12.5zM42 20q3.5 6 2 15-3-.2-4.5-2.5 2-6 0-12.5z"/>` +
    `${FACE}` +
    `<path class="g l" d="M28.8 20.3q-.6-3.8 1-5.5l2.7 2.4 2.5-3.2 2.5 3.2 2.7-2.4q1.6 1.7 1 5.5-6.2-1.8-12.4 0z"/>` +
    `<circle cx="35" cy="13.9" r="1.3"/><path class="l n" d="M48.8 42V32"/>` +
    `<path class="b" d="M48.8 25.8a2.2 2.2 0 1 1 .1 4.4 2.2 2.2 0 1 1-.1-4.4z` +
    `m-2.5 2.3a2 2 0 1 0 .1-.1zm5 0a2 2 0 1 1-.1-.1z"/>`,
  J: `${ROBE}<path class="b" d="M18 43.5q2.5-7.5 11-9.5L25 49h-7z"/>` +
    `<path class="g l" d="M29 34l6 5 6-5 1.5 2.5L35 43l-7.5-6.5z"/>` +
    `<path class="g" d="M28.5 21q-2.5 4-1.5 10.5 3 1 3.8-1.5zM41.5 21q2.5 4 1.5 10.5-3 1-3.8-1.5z"/>` +
    `${FACE}` +
    `<path d="M27 20.8q0-5.6 8-5.6t8 5.6q-8-2.6-16 0z"/>` +
    `<path class="g l" d="M26.6 21.6q8.4-3.3 16.8 0v-1.9q-8.4-3.2-16.8 0z"/>` +
    `<path class="b l" d="M41.5 16.5q5-4.5 8.5-1-3.5 4-8.5 1z"/><path class="g l" d="M20.3 30h1.5v13h-1.5z"/>` +
    `<path class="l b" d="M21 25l2.7 4.3L21 32l-2.7-2.7z"/>`,
};

const BACK = `<rect x="4" y="4" width="62" height="90" rx="4" fill="url(#weave)" stroke="var(--back-line)"/>` +
  `<circle cx="35" cy="49" r="13" fill="var(--back)" stroke="var(--back-line)" stroke-width="1.5"/>` +
  `<text x="35" y="50" class="monogram">pb</text>`;

/** @param {Code} code */
function cardSvg(code) {
  const inside = code === null ? BACK : face(code);
  return `<svg viewBox="0 0 70 98" aria-hidden="true" focusable="false">` +
    `<rect x="0.5" y="0.5" width="69" height="97" rx="6" class="paper"/>${inside}</svg>`;
}

/** @param {Code} code */
export function cardElement(code) {
  const element = document.createElement("span");
  element.className = "card";
  element.setAttribute("role", "img");
  setCard(element, code);
  return element;
}

/** @param {HTMLElement} element @param {Code} code */
export function setCard(element, code) {
  if (element.dataset.code === String(code)) return;
  element.dataset.code = String(code);
  element.setAttribute("aria-label", cardName(code));
  element.innerHTML = cardSvg(code);
}
