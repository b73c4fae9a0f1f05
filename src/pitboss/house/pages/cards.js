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
  const pip = PIPS[suit] ?? "";
  const corner =
    `<g class="corner"><text x="9" y="19">${label}</text>` + `<text x="9" y="34" class="small">${pip}</text></g>`;
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
  // A court card: a framed monogram with two pips, turned about the middle as on a real card.
  const half = `<text x="35" y="36" font-size="26" class="court">${rank}</text>` +
    `<text x="24" y="24" font-size="13" class="pip">${pip}</text>`;
  return `<rect x="17" y="13" width="36" height="72" rx="3" class="frame"/>` +
    `<path d="M17 85 L53 13" class="frame"/>${half}<g transform="rotate(180 35 49)">${half}</g>`;
}

const BACK = `<rect x="4" y="4" width="62" height="90" rx="4" fill="url(#weave)" stroke="var(--back-line)"/>` +
  `<circle cx="35" cy="49" r="13" fill="var(--back)" stroke="var(--back-line)" stroke-width="1.5"/>` +
  `<text x="35" y="50" class="monogram">pb</text>`;

/** @param {Code} code */
export function cardSvg(code) {
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
