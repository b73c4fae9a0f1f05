// A practice table: that it is one stands above it, and the last decision can be taken back.

import { element, part } from "./words.js";

/** @import { House } from "./socket.js" */
/** @import { Usher } from "./usher.js" */

const TYPING = "input, select, textarea, dialog";

// A table for oneself, seated and shown to the first bet; the one there is, if there is one.
/** @param {House} house @param {Usher} usher @param {string} game */
export async function practise(house, usher, game) {
  const opened = await house.ask({ type: "open-table", game, practice: true });
  if (opened.type !== "opened") return opened;
  await usher.sit(opened.table, 1);
  location.hash = `#/table/${opened.table}`;
  return null;
}

/** @param {House} house @param {string} table */
export function practiceBar(house, table) {
  const root = part(document, "#practice");
  const said = element("span", { role: "status" });
  const undo = async () => {
    const answer = await house.ask({ type: "undo", table });
    said.textContent = answer.type === "accepted" ? "Taken back." : "sentence" in answer ? `${answer.sentence}.` : "";
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "u" || root.hidden) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    event.preventDefault();
    undo();
  };
  const key = element("kbd", { "aria-hidden": "true" }, "U");
  const named = { type: "button", class: "plain undo", "aria-keyshortcuts": "u", onclick: undo };
  const button = element("button", named, "Take back ", key);
  const off = house.on("table", (told) => {
    if (told.table !== table) return;
    root.hidden = !told.practice;
    if (told.practice && !root.childElementCount) {
      const words = "Practice: no clock, and nothing counts.";
      root.append(element("strong", {}, words), button, said);
    }
  });
  document.addEventListener("keydown", press);
  return () => {
    off();
    document.removeEventListener("keydown", press);
    root.replaceChildren();
    root.hidden = true;
  };
}
