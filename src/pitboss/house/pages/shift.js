// A shift looked back on: every error with its clause and its cost, and how it went by clause. The house has counted.

import { cites } from "./console_bar.js";
import { figures, mistakeLine } from "./console_margin.js";
import { element } from "./words.js";

/** @import { House } from "./socket.js" */

/** @param {HTMLElement} main @param {House} _house @param {string} table */
export function shiftPage(main, _house, table) {
  const page = element("div", { class: "page shift-page" }, element("h1", {}, "Your shift"));
  main.append(page);
  show(page, table);
}

const lobby = () => element("a", { href: "#/" }, "To the lobby");

/** @param {HTMLElement} page @param {string} table */
async function show(page, table) {
  const answer = await fetch(`/api/tables/${table}/shift`);
  if (!answer.ok) {
    const away = answer.status === 403;
    const why = away ? "The round is not over: its review comes with its end." : "There is no table that you deal.";
    const to = away ? element("a", { href: `#/deal/${table}` }, "Back to the table") : lobby();
    page.append(element("p", { class: "notice" }, why, " "), to);
    return;
  }
  /** @type {Said.ShiftReview} */
  const { title, mode, shift, mistakes, by_clause } = await answer.json();
  const weak = by_clause
    .filter(({ done, right }) => right < done)
    .toSorted((one, other) => one.right / one.done - other.right / other.done);
  page.append(
    element(
      "p",
      { class: "lead" },
      `${title}, ${mode}. `,
      element("a", { href: `#/deal/${table}` }, "Back to the table"),
    ),
    figures(shift),
    element("h2", {}, "Errors"),
    mistakes.length
      ? element("ol", { class: "lines errors" }, ...mistakes.map(mistakeLine))
      : element("p", {}, "None: every step was right."),
    element("h2", {}, "Clauses to look at again"),
    weak.length
      ? element(
          "ul",
          { class: "lines" },
          ...weak.map(({ clause, done, right }) => element("li", {}, ...cites([clause]), `${right} of ${done} right`)),
        )
      : element("p", {}, `Something was done under ${by_clause.length} clauses, and all of it rightly.`),
  );
}
