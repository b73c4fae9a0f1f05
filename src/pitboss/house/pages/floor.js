// The floorperson's page: report what went wrong, give orders; the table resolves it and shows the clause.

import { refused } from "./actions.js";
import { Story } from "./story.js";
import { element, speak } from "./words.js";

/** @import { House } from "./socket.js" */
/** @typedef {[words: string, move: Moves.Any, role?: string]} Row */

const DEALER = "dealer",
  FLOORPERSON = "floorperson";
/** @type {Row[]} */
const REPORTS = [
  ["A card lies face up in the shoe", { move: "found-face-up" }],
  ["A ten is in the shoe", { move: "found-ten", card: "TS" }],
  ["A card was drawn in error, not exposed", { move: "drew-in-error", exposed: false }, DEALER],
  ["A card was drawn in error and exposed", { move: "drew-in-error", exposed: true }, DEALER],
  ["The hole card was read without cause", { move: "read-hole-card" }, DEALER],
  ["The card reader fails", { move: "reader-failed" }],
  ["The card reader is repaired", { move: "reader-repaired" }],
  ["The shuffler jams", { move: "shuffler-jammed" }],
  ["The shuffler cannot be used", { move: "shuffler-failed" }],
  ["The shuffler is covered or marked", { move: "cover-shuffler" }],
  ["The shuffler is removed", { move: "remove-shuffler" }],
];
/** @type {Row[]} */
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

/** @param {HTMLElement} main @param {House} house @param {string} table */
export function floorPage(main, house, table) {
  const back = element("p", {}, element("a", { href: `#/table/${table}` }, "Back to the table"));
  if (![DEALER, FLOORPERSON].includes(house.welcome.role)) {
    main.append(
      element(
        "div",
        { class: "page" },
        element("h1", {}, "The floor"),
        element("p", {}, "This page is for a floorperson or a dealer of the house. "),
        element("p", {}, element("a", { href: "#/account" }, "Sign in")),
        back,
      ),
    );
    return undefined;
  }
  const now = element("p", { class: "notice", role: "status" });
  const answer = element("p", { class: "refusal", role: "alert" });
  const margin = element("aside", { class: "margin", "aria-label": "Story" });
  const story = new Story(margin);
  const dealer = element("input", { value: "Sue", maxlength: 40 });
  const player = element("select");
  const act = async (/** @type {Moves.Any} */ move, role = house.welcome.role) => {
    const told = await house.move(table, move, role);
    answer.replaceChildren(...(told.type === "accepted" ? [] : refused(told)));
  };
  /** @param {string} words @param {() => Moves.Any} move @param {string} [role] */
  const button = (words, move, role) =>
    element(
      "button",
      { type: "button", class: "plain", "data-move": move().move, onclick: () => act(move(), role) },
      words,
    );
  const list = (/** @type {Row[]} */ rows) =>
    element("div", { class: "group" }, ...rows.map(([words, move, role]) => button(words, () => move, role)));
  main.append(
    element(
      "div",
      { class: "room" },
      element(
        "div",
        { class: "panel" },
        element("h1", {}, "The floor"),
        back,
        now,
        answer,
        element("h2", {}, "Something is wrong"),
        list(REPORTS),
        element("h2", {}, "Orders"),
        list(ORDERS),
        element(
          "div",
          { class: "group" },
          element("label", {}, "Incoming dealer", dealer),
          button("Tap in", () => ({ move: "tap-in", dealer: dealer.value || "Sue" })),
          element("label", {}, "Player who sat out", player),
          button("Let them wager in mid-shoe", () => ({ move: "permit-entry", player: player.value || "nobody" })),
        ),
      ),
      margin,
    ),
  );
  const hear = (/** @type {Said.Table | Said.Facts} */ told) => {
    if (told.table !== table) return;
    told.facts.forEach((fact, place) => story.take(fact, told.story[place]));
    const { view } = told;
    const waiting = view.waiting_for.length ? `Waiting for ${view.waiting_for.join(", ")}.` : "The table is closed.";
    now.textContent = `Round ${view.round}, ${view.phase}. ${waiting}`;
    const chosen = player.value;
    player.replaceChildren(
      ...view.players.map(({ name }) => element("option", { value: name, selected: name === chosen }, name)),
    );
    if (told.type === "facts") speak(told.story.map((line) => line.words).join(". "));
    document.body.dataset.at = String(told.at);
  };
  const offs = [house.on("table", hear), house.on("facts", hear)];
  house.join(table);
  return () => {
    offs.forEach((off) => off());
    house.leave(table);
    delete document.body.dataset.at;
  };
}
