// Receipts: the house signs where in its journal each move stands. The browser keeps those of this device, the newest
// of them, so that whoever moved can show later what the record was; `pitboss audit --against` takes the file.

import { remember, remembered } from "./remember.js";
import { element } from "./words.js";

/** @import { House } from "./socket.js" */

export const KEPT_MOST = 2000;

/** @param {House} house */
export function keepReceipts(house) {
  house.on("accepted", ({ receipt }) => {
    if (receipt) keep(receipt);
  });
}

// Each in a place of its own, used again after so many: what is kept never grows beyond them.
/** @param {Said.Receipt} receipt */
function keep(receipt) {
  const count = Number(remembered("receipts", "0"));
  remember(`receipt ${count % KEPT_MOST}`, JSON.stringify(receipt));
  remember("receipts", String(count + 1));
}

export function kept() {
  const count = Number(remembered("receipts", "0"));
  const first = Math.max(0, count - KEPT_MOST);
  const lines = Array.from({ length: count - first }, (_, at) => remembered(`receipt ${(first + at) % KEPT_MOST}`));
  return lines.filter((line) => line !== "");
}

// A link to what is kept now, as a file with a receipt a line.
export function receiptsOffer() {
  const lines = kept();
  const words = "Each move you make brings a receipt, signed by the house, of where it stands in the journal. ";
  if (!lines.length) return element("p", { class: "receipts" }, words, "This browser keeps none yet.");
  const file = new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" });
  const link = { class: "button", href: URL.createObjectURL(file), download: "receipts.jsonl" };
  return element(
    "p",
    { class: "receipts" },
    words,
    element("a", link, `${lines.length === 1 ? "Receipt" : "Receipts"} (${lines.length})`),
    " ",
    element("a", { href: "/verify.html", target: "_blank" }, "Verify them"),
  );
}

// Where the round ended in the journal, for the page and for whoever prints it: the hash goes over all before it.
/** @param {Said.Receipt} receipt */
export function standing({ n, head, key }) {
  return element(
    "p",
    { class: "seal standing" },
    `Line ${n} of the journal, hash ${head}, signed by the house's key ${key.slice(0, 16)}…`,
  );
}
