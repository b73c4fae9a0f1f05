// What goes with whatever table is shown, above it: its link, what its game pays, and that it is for practice. Nobody
// else may come to a practice table, so no link to it is offered.

import { share } from "./share.js";
import { element, part } from "./words.js";

/** @import { House } from "./socket.js" */

/** @param {House} house @param {string} table */
export function besideTable(house, table) {
  const root = part(document, "#at-table");
  let left = false;
  const leave = [
    house.on("table", (told) => {
      if (told.table === table && !root.childElementCount) show(told);
    }),
  ];
  /** @param {Said.Table} told */
  function show({ title, author, note, pays, practice, by_hand }) {
    const open = async () => {
      const { payouts } = await import("./payouts.js");
      const dialog = /** @type {HTMLDialogElement} */ (part(document, "#pays"));
      const said = [...(author ? [`by ${author}`] : []), ...(note ? [note] : [])];
      part(dialog, "div").replaceChildren(
        element("h2", {}, title),
        ...said.map((words) => element("p", {}, words)),
        payouts(pays),
      );
      dialog.showModal();
    };
    const button = element("button", { type: "button", class: "plain", onclick: open }, "What it pays");
    root.append(...(practice ? [] : [share(table, title)]), button);
    if (practice)
      import("./practice.js").then(({ practiceBar }) => {
        if (!left) leave.push(practiceBar(house, table, by_hand.length > 0));
      });
  }
  return () => {
    left = true;
    leave.forEach((each) => each());
    root.replaceChildren();
  };
}
