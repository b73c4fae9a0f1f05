// My rounds: a list, page by page; for those who see every round it is the auditor's desk.

import { deskPage } from "./desk.js";
import { receiptsOffer } from "./receipts.js";
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
