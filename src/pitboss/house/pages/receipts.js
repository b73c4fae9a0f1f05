// Receipts: the house signs where in its journal each move stands. The browser keeps those of this device, the newest
// of them, so that whoever moved can show later what the record was; `pitboss audit --against` takes the file.

import { remember, remembered } from "./remember.js";

/** @import { House } from "./socket.js" */

const KEPT_MOST = 2000;

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
