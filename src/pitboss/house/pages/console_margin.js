// The margin of the dealer's console: what is next and by which clause, how the shift goes, what went wrong.

import { cites } from "./console_bar.js";
import { become, element, money } from "./words.js";

export class ConsoleMargin {
  /** @param {HTMLElement} root @param {string} table */
  constructor(root, table) {
    this.next = element("section", { class: "book next-step", "aria-label": "The next step" });
    this.shift = element("section", { "aria-label": "This shift" });
    this.errors = element("section", { class: "errors", "aria-label": "Errors" });
    this.review = element("a", { href: `#/shift/${table}`, class: "button plain" }, "Review this shift");
    root.append(this.next, this.shift, this.errors);
    this.drawn = "";
  }

  /** @param {Said.Console} told */
  show({ mode, next, shift, mistakes }) {
    this.shift.hidden = this.errors.hidden = !shift;
    const drawn = JSON.stringify([mode, next, shift, mistakes]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.next.hidden = !next;
    if (next)
      become(
        this.next,
        element("h2", {}, "Guided"),
        element(
          "div",
          { class: "clause" },
          element("h3", {}, `Next: ${next.words}`),
          element("p", { class: "where" }, ...cites(next.clauses)),
        ),
      );
    if (!shift) return;
    become(this.shift, element("h2", {}, "This shift"), figures(shift, mode === "free"), this.review);
    const lines = mistakes.toReversed().map(mistakeLine);
    const none = mode === "free" ? "None is told before the review, which is there between rounds." : "None so far.";
    become(
      this.errors,
      element("h2", {}, "Errors"),
      lines.length ? element("ol", { class: "lines" }, ...lines) : element("p", {}, none),
    );
  }
}

// Of free dealing the review alone tells how right it was.
/** @param {Said.Shift} shift @param {boolean} [only] whether only the pace is told */
export function figures({ rounds, hands_an_hour, steps, steps_right, score, money_cents, house_cents }, only = false) {
  const pace = [
    ["rounds", String(rounds)],
    ["hands an hour", hands_an_hour === null ? "–" : String(hands_an_hour)],
  ];
  const how = [
    ["steps right", steps ? `${((100 * steps_right) / steps).toFixed(1)}%` : "–"],
    ["money moved wrongly", money(money_cents)],
    ["of it lost by the house", money(house_cents)],
    ["marks", String(score)],
  ];
  return element(
    "dl",
    { class: "figures" },
    ...(only ? pace : [...pace, ...how]).map(([name = "", value = ""]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, value)),
    ),
  );
}

/** @param {Said.Noted} noted */
export function mistakeLine({ round, kind, sentence, clauses, marks, cents }) {
  const cost = `${marks === 1 ? "1 mark" : `${marks} marks`}${cents ? `, ${money(cents)}` : ""}`;
  return element(
    "li",
    {},
    element("strong", {}, round ? `Round ${round}: ${kind}` : kind),
    element("span", {}, ` ${sentence}. `),
    element("small", {}, `${cost} `),
    ...cites(clauses),
  );
}
