// The signs at a table: what the law has written there, with the clause that wants it.

import { gloss } from "./glossary.js";
import { cite } from "./story.js";
import { element, money } from "./words.js";

/** @param {Said.Layout} layout */
export function signsOf(layout) {
  const { clauses, minimum_cents, maximum_cents, betting_areas, inscriptions, odds_shown, limits_posted } = layout;
  /** @param {string} words @param {string} name */
  const sign = (words, name) =>
    element("li", {}, ...gloss(`${words} `), ...(clauses[name] ?? []).flatMap((id) => [cite(id), " "]));
  return element(
    "ul",
    {},
    sign(`Bets from ${money(minimum_cents)} to ${money(maximum_cents)}`, ""),
    sign(`Betting areas: ${betting_areas.join(", ")}`, "betting_areas"),
    ...(inscriptions.length ? [sign("Inscriptions as on the felt", "inscriptions")] : []),
    ...(odds_shown ? [sign(odds_shown, "odds_shown")] : []),
    ...(limits_posted ? [sign(limits_posted, "limits_posted")] : []),
  );
}
