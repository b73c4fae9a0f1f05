// The floorperson's page: report what went wrong, give orders; the table resolves it and shows the clause.

import { Story } from "./story.js";
import { element } from "./words.js";

const REPORTS = [
  ["A card lies face up in the shoe", { move: "found-face-up" }],
  ["A ten is in the shoe", { move: "found-ten", card: "TS" }],
  ["A card was drawn in error, not exposed", { move: "drew-in-error", exposed: false }, "dealer"],
  ["A card was drawn in error and exposed", { move: "drew-in-error", exposed: true }, "dealer"],
  ["The hole card was read without cause", { move: "read-hole-card" }, "dealer"],
  ["The card reader fails", { move: "reader-failed" }],
  ["The card reader is repaired", { move: "reader-repaired" }],
  ["The shuffler jams", { move: "shuffler-jammed" }],
  ["The shuffler cannot be used", { move: "shuffler-failed" }],
  ["The shuffler is covered or marked", { move: "cover-shuffler" }],
  ["The shuffler is removed", { move: "remove-shuffler" }],
];
const ORDERS = [
  ["Reshuffle after this round", { move: "order-reshuffle" }],
  ["Recut by the last to cut", { move: "order-recut", by_last_cutter: true }],
  ["Recut by the next entitled", { move: "order-recut", by_last_cutter: false }],
  ["The cards have been in use for 24 hours", { move: "note-card-age", hours: 24 }],
  ["Change the cards", { move: "change-cards" }],
  ["A new gaming day begins", { move: "begin-gaming-day" }],
  ["Nobody plays: spread the cards", { move: "note-no-activity" }],
  ["Close the table", { move: "close-table" }],
];

export function floorPage(main, house, table) {
  const answer = element("p", { class: "refusal", role: "alert" });
  const margin = element("aside", { class: "margin" });
  const story = new Story(margin);
  const dealer = element("input", { value: "Sue", "aria-label": "Incoming dealer's name" });
  const player = element("input", { value: "", placeholder: "player", "aria-label": "Player who may wager again" });
  const act = async (move, role = "floorperson") => {
    const told = await house.move(table, move, role);
    answer.textContent = told.type === "accepted" ? "" : `${told.sentence}.${told.clauses?.length ? ` (${told.clauses.join(", ")})` : ""}`;
  };
  const list = (rows) => element("p", { class: "group" }, ...rows.map(([words, move, role]) =>
    element("button", { type: "button", class: "plain", "data-move": move.move, onclick: () => act(move, role) }, words)));
  main.append(element("div", { class: "room" },
    element("div", { class: "panel" },
      element("h1", {}, "The floor"), element("p", {}, element("a", { href: `#/table/${table}` }, "Back to the table")), answer,
      element("h2", {}, "Something is wrong"), list(REPORTS),
      element("h2", {}, "Orders"), list(ORDERS),
      element("p", { class: "group" }, dealer, element("button", { type: "button", class: "plain", "data-move": "tap-in", onclick: () => act({ move: "tap-in", dealer: dealer.value }) }, "Tap a new dealer in"),
        player, element("button", { type: "button", class: "plain", "data-move": "permit-entry", onclick: () => act({ move: "permit-entry", player: player.value }) }, "Let them wager in mid-shoe"))),
    margin));
  const hear = ({ detail }) => { if (detail.table === table) story.add(detail.story); };
  house.addEventListener("table", hear);
  house.addEventListener("facts", hear);
  house.join(table);
  return () => { house.removeEventListener("table", hear); house.removeEventListener("facts", hear); house.leave(table); };
}
