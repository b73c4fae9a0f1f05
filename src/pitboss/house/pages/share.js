// A link to a table, for somebody else: whoever has it may come.

import { element, speak } from "./words.js";

/** @param {string} table @param {string} title */
export function share(table, title) {
  const label = `Copy the link to ${title}`;
  const copy = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    const link = `${location.origin}/#/table/${table}`;
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? "Copied" : link; // where nothing can be copied, it can be read
    speak(copied ? "The link is copied" : link);
  };
  return element("button", { type: "button", class: "plain share", "aria-label": label, onclick: copy }, "Copy link");
}
