// What goes with whatever table is shown, in the bar above it: its link, and what its game pays.

import { payouts } from "./payouts.js";
import { share } from "./share.js";
import { element, part } from "./words.js";

/** @import { House } from "./socket.js" */

/** @param {House} house @param {string} table */
export function besideTable(house, table) {
  const root = part(document, "#at-table");
  if (!house.games.length) house.raw({ type: "list-tables" });
  const off = house.on("table", ({ table: told, title, view }) => {
    if (told !== table || root.childElementCount) return;
    const open = () => {
      const dialog = /** @type {HTMLDialogElement} */ (part(document, "#pays"));
      const pays = house.games.find(({ game }) => game === view.game)?.pays ?? [];
      part(dialog, "div").replaceChildren(element("h2", {}, title), payouts(pays));
      dialog.showModal();
    };
    const button = element("button", { type: "button", class: "plain", onclick: open }, "What it pays");
    root.append(share(table, title), button);
  });
  return () => {
    off();
    root.replaceChildren();
  };
}
