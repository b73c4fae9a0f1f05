// What goes with whatever table is shown, above it: its link, what its game pays, and that it is for practice. Nobody
// else may come to a practice table, so no link to it is offered.

import { share } from "./share.js";
import { element, part } from "./words.js";

/** @import { House } from "./socket.js" */

/** @param {House} house @param {string} table */
export function besideTable(house, table) {
  const root = part(document, "#at-table");
  if (!house.games.length) house.raw({ type: "list-tables" });
  let left = false;
  const leave = [
    house.on("table", ({ table: told, title, view, practice, by_hand }) => {
      if (told === table && !root.childElementCount) show(title, view.game, practice, by_hand.length > 0);
    }),
  ];
  /** @param {string} title @param {string} of @param {boolean} practice @param {boolean} dealt by a person */
  function show(title, of, practice, dealt) {
    const open = async () => {
      const { payouts } = await import("./payouts.js");
      const dialog = /** @type {HTMLDialogElement} */ (part(document, "#pays"));
      const pays = house.games.find(({ game }) => game === of)?.pays ?? [];
      part(dialog, "div").replaceChildren(element("h2", {}, title), payouts(pays));
      dialog.showModal();
    };
    const button = element("button", { type: "button", class: "plain", onclick: open }, "What it pays");
    root.append(...(practice ? [] : [share(table, title)]), button);
    if (practice)
      import("./practice.js").then(({ practiceBar }) => {
        if (!left) leave.push(practiceBar(house, table, dealt));
      });
  }
  return () => {
    left = true;
    leave.forEach((each) => each());
    root.replaceChildren();
  };
}
