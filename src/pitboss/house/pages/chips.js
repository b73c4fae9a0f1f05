// Chips: which ones make up an amount, and how they look. Colours mean something: white is one dollar, and so on.

/** @typedef {{cents: number, colour: string, label: string}} Chip */

/** @type {Chip[]} from the largest down */
const CHIPS = [
  { cents: 500_000, colour: "brown", label: "5k" },
  { cents: 100_000, colour: "orange", label: "1k" },
  { cents: 50_000, colour: "purple", label: "500" },
  { cents: 10_000, colour: "black", label: "100" },
  { cents: 2_500, colour: "green", label: "25" },
  { cents: 500, colour: "red", label: "5" },
  { cents: 100, colour: "white", label: "1" },
  { cents: 50, colour: "blue", label: "½" },
];
const DRAWN_AT_MOST = 9;
const ON_TRAY_AT_MOST = 6;

// The fewest chips that make an amount, largest first; what no chip makes is left out.
/** @param {number} cents @returns {Chip[]} */
export function stackOf(cents) {
  /** @type {Chip[]} */
  const stack = [];
  for (const chip of CHIPS) {
    while (cents >= chip.cents) {
      stack.push(chip);
      cents -= chip.cents;
    }
  }
  return stack;
}

/** @param {number} worth @returns {Chip | undefined} */
export const chipOf = (worth) => CHIPS.find(({ cents }) => cents === worth);

// The chips to bet with at a table: whole units of its smallest chip, none above its largest bet.
/** @param {number} unit @param {number} most @returns {Chip[]} from the smallest up */
export function trayOf(unit, most) {
  return CHIPS.filter((chip) => chip.cents % unit === 0 && chip.cents <= most)
    .slice(-ON_TRAY_AT_MOST)
    .reverse();
}

/** @param {Chip} chip @param {number} y */
const drawn = ({ colour, label }, y) =>
  `<g class="disc ${colour}" transform="translate(0 ${y})"><circle cx="20" cy="20" r="18.5" class="edge"/>` +
  `<circle cx="20" cy="20" r="16.4" class="stripes"/><circle cx="20" cy="20" r="11.6" class="face"/>` +
  `<text x="20" y="20.5">${label}</text></g>`;

/** @param {Chip} chip */
export const chipSvg = (chip) =>
  `<svg viewBox="0 0 40 40" aria-hidden="true" focusable="false">${drawn(chip, 0)}</svg>`;

// A stack seen from above and a little from the side, the largest chip at the bottom.
/** @param {number} cents */
export function stackSvg(cents) {
  const stack = stackOf(cents);
  const seen = stack.slice(0, DRAWN_AT_MOST);
  const high = 40 + 4 * Math.max(seen.length - 1, 0);
  const discs = seen.map((chip, place) => drawn(chip, high - 40 - 4 * place)).join("");
  return `<svg viewBox="0 0 40 ${high}" aria-hidden="true" focusable="false">${discs}</svg>`;
}
