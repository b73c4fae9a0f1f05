// My rounds: a list, page by page; for those who see every round it is the auditor's desk.

import { deskPage } from "./desk.js";
import { kept } from "./receipts.js";
import { element, money } from "./words.js";

/** @import { House } from "./socket.js" */

/** @param {HTMLElement} main @param {House} house */
export function historyPage(main, house) {
  if (["auditor", "floorperson"].includes(house.welcome.role)) {
    deskPage(main);
    return;
  }
  const page = element("div", { class: "page" }, element("h1", {}, "My rounds"));
  main.append(page);
  const rows = element("tbody", {});
  const head = element(
    "tr",
    {},
    ...["Round", "Game", "When", "Result", "Seal"].map((words) => element("th", { scope: "col" }, words)),
  );
  page.append(element("div", { class: "wide" }, element("table", { class: "list" }, element("thead", {}, head), rows)));
  const more = element("button", { type: "button", class: "plain", hidden: true }, "Earlier rounds");
  page.append(more, receiptsOffer());
  /** @type {number | null} */
  let before = null;
  const load = async () => {
    more.disabled = true;
    const answer = await fetch(`/api/history${before === null ? "" : `?before=${before}`}`);
    /** @type {Said.Page} */
    const told = answer.ok ? await answer.json() : { rounds: [], more: null };
    for (const round of told.rounds) {
      const net = round.net_cents === null ? "" : `${round.net_cents > 0 ? "+" : ""}${money(round.net_cents)}`;
      rows.append(
        element(
          "tr",
          {},
          element("td", {}, element("a", { href: `#/round/${round.id}` }, `${round.table}, round ${round.round}`)),
          element("td", {}, round.game),
          element("td", {}, new Date(round.at_ms).toLocaleString()),
          element("td", {}, net),
          element("td", {}, round.opened ? "opened" : "sealed"),
        ),
      );
    }
    if (!rows.childElementCount)
      rows.append(element("tr", {}, element("td", { colspan: 5 }, "You have not played a round yet.")));
    before = told.more;
    more.hidden = before === null;
    more.disabled = false;
  };
  more.addEventListener("click", load);
  load();
}

// A link to what is kept now, as a file with a receipt a line.
function receiptsOffer() {
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
