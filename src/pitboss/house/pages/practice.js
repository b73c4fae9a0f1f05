// A practice table: that it is one stands above it, and the last decision can be taken back.

import { element, part } from "./words.js";

/** @import { House } from "./socket.js" */

const TYPING = "input, select, textarea, dialog";

// Where a person deals, others play too, and nothing is taken back.
/** @param {House} house @param {string} table @param {boolean} dealt */
export function practiceBar(house, table, dealt) {
  const root = part(document, "#practice");
  const clear = () => {
    root.replaceChildren();
    root.hidden = true;
  };
  if (dealt) {
    root.append(element("strong", {}, "Practice: a person learns to deal here, and nothing counts."));
    root.hidden = false;
    return clear;
  }
  const said = element("span", { role: "status" });
  const undo = async () => {
    const answer = await house.ask({ type: "undo", table });
    said.textContent = answer.type === "accepted" ? "Taken back." : "sentence" in answer ? `${answer.sentence}.` : "";
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "u") return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    event.preventDefault();
    undo();
  };
  const key = element("kbd", { "aria-hidden": "true" }, "U");
  const named = { type: "button", class: "plain undo", "aria-keyshortcuts": "u", onclick: undo };
  const button = element("button", named, "Take back ", key);
  root.append(element("strong", {}, "Practice: no clock, and nothing counts."), button, said);
  root.hidden = false;
  document.addEventListener("keydown", press);
  return () => {
    document.removeEventListener("keydown", press);
    clear();
  };
}
