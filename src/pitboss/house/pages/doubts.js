// A doubtful clause: in which ways it can be read, which of them is in force here, and what each is worth.

import { element, percent } from "./words.js";

/** @param {Said.Doubt} doubt @param {Record<string, string>} readings in force here @param {string} at a game */
export function doubtful(doubt, readings, at) {
  const here = readings[doubt.id] ?? doubt.default;
  const game = at || (doubt.priced[0] ?? "");
  const option = (/** @type {Said.OptionPrice} */ one) =>
    element(
      "li",
      { class: one.id === here ? "in-force" : "" },
      element("b", {}, one.id.replaceAll("-", " ")),
      one.id === here ? " (as read here)" : "",
      `: ${one.means} `,
      element("small", {}, worth(one, game, doubt)),
    );
  return element(
    "details",
    { class: "doubt" },
    element("summary", {}, `Can be read in ${doubt.options.length} ways: ${doubt.id.replaceAll("-", " ")}`),
    element("p", {}, doubt.question),
    element("ul", {}, ...doubt.options.map(option)),
    element("p", {}, element("small", {}, doubt.why)),
  );
}

// What an option costs whoever plays, beside the usual reading.
/** @param {Said.OptionPrice} option @param {string} game @param {Said.Doubt} doubt */
function worth(option, game, doubt) {
  if (!doubt.priced.includes(game)) return "The solver has no price for it.";
  if (option.id === doubt.default) return "The usual reading.";
  const main = option.price_ppm[game] ?? 0;
  const sides = Object.entries(option.side_price_ppm[game] ?? {}).filter(([, cost]) => cost);
  const words = [
    ...(main || !sides.length ? [costs(main, "the bet")] : []),
    ...sides.map(([name, cost]) => costs(cost, name.replaceAll("-", " "))),
  ];
  return `${words.join("; ")}.`;
}

/** @param {number} ppm @param {string} what */
const costs = (ppm, what) =>
  ppm === 0 ? "Worth the same" : `${ppm > 0 ? "Costs" : "Gives"} the player ${percent(Math.abs(ppm) / 1e6)} of ${what}`;
