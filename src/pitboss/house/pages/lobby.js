// The lobby: the games with what they pay, a seat in one press, the open tables as they change, and a form for a new
// one with what the Rules Submission leaves open.

import { EVERYTHING, filtered, follow, freeSeats, sitsAt } from "./open_tables.js";
import { become, element, money } from "./words.js";
import { payouts } from "./payouts.js";
import { refused } from "./refusal.js";
import { share } from "./share.js";
import { playNow, practise } from "./usher.js";

/** @import { House } from "./socket.js" */
/** @import { Wanted } from "./open_tables.js" */
/** @typedef {(game: string) => Promise<Said.Refused | Said.Error | null>} Play */

const HEADINGS = ["Table", "Stakes", "Who sits there", "Free", "Now", ""];
// On a narrow screen a row is a small paragraph, and each figure says itself what it is.
const labelled = (/** @type {number} */ column) => ({ "data-label": HEADINGS[column] });

/** @param {HTMLElement} main @param {House} house */
export function lobbyPage(main, house) {
  /** @type {Map<string, Said.TableCard>} */
  const tables = new Map();
  const games = element("ul", { class: "games" });
  const found = element("div", { id: "tables" });
  const filters = element("form", { class: "group filters", "aria-label": "Which tables" });
  let wanted = EVERYTHING;
  const show = () => {
    const rows = filtered([...tables.values()], wanted);
    if (!rows.length)
      found.replaceChildren(
        element("p", {}, tables.size ? "No open table is like that." : "No table is open yet. Open one above."),
      );
    else draw(found, house, rows);
  };
  const again = (/** @type {Wanted} */ next) => {
    wanted = next;
    show();
  };
  const offs = [
    house.on("lobby", (lobby) => {
      tables.clear();
      for (const table of lobby.tables) tables.set(table.table, table);
      if (!games.childElementCount) {
        const play = (/** @type {string} */ game) => playNow(house, game, [...tables.values()]);
        games.append(...lobby.games.map((game) => gameCard(house, game, play)));
        filters.append(...filterFields(lobby.games, again));
      }
      show();
    }),
    house.on("lobby-changed", (changed) => {
      follow(tables, changed);
      show();
    }),
    house.on("connection", ({ up }) => {
      if (up) house.raw({ type: "list-tables", follow: true });
    }),
  ];
  main.append(
    element(
      "div",
      { class: "page" },
      element("h1", {}, "Games dealt by the book"),
      element(
        "p",
        { class: "lead" },
        "Every step at these tables names the rule that orders it. Practice chips only: nothing here is real money.",
      ),
      element(
        "p",
        { class: "group" },
        element("a", { class: "button plain", href: "#/drills" }, "Dealer's drills"),
        element("a", { class: "button plain", href: "#/tests" }, "Table tests"),
        ...(house.welcome.role === "instructor"
          ? [element("a", { class: "button plain", href: "#/instructor" }, "Instructor's desk")]
          : []),
      ),
      games,
      element("h2", {}, "Open tables"),
      filters,
      found,
    ),
  );
  house.raw({ type: "list-tables", follow: true });
  return () => {
    offs.forEach((off) => off());
    house.raw({ type: "list-tables", follow: false });
  };
}

/** @param {House} house @param {Said.GameCard} game @param {Play} play */
function gameCard(house, game, play) {
  const refusal = element("p", { class: "refusal", role: "alert" });
  const form = element("form", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
  const asks = async () => {
    const { fields } = await import("./table_form.js");
    if (!form.childElementCount) form.append(...fields(game));
  };
  const open = async (/** @type {boolean} */ hidden) => {
    const said = form.childElementCount ? (await import("./table_form.js")).chosen(form, game) : {};
    const answer = await house.ask({ type: "open-table", game: game.game, private: hidden, ...said });
    if (answer.type === "opened") location.hash = `#/table/${answer.table}`;
    else refusal.replaceChildren(...refused(answer));
  };
  const begin = (/** @type {Play} */ how) => async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    const why = await how(game.game);
    button.disabled = false;
    if (why) refusal.replaceChildren(...refused(why));
  };
  const alone = (/** @type {string} */ id) => practise(house, id);
  const { role } = house.welcome;
  const staff = role === "dealer" ? [role] : role === "floorperson" ? ["dealer", role] : [];
  const byHand = async () => {
    const answer = await house.ask({ type: "open-table", game: game.game, by_hand: staff });
    if (answer.type === "opened") location.hash = `#/deal/${answer.table}`;
    else refusal.replaceChildren(...refused(answer));
  };
  const deals = async (/** @type {string} */ id) => (await import("./deal.js")).dealGame(house, id);
  const named = { type: "button", "data-game": game.game };
  const plays = ["guest", "player"].includes(house.welcome.role);
  return element(
    "li",
    {},
    element("h2", {}, game.title),
    element("p", {}, game.blurb),
    ...(plays ? [element("button", { ...named, class: "play", onclick: begin(play) }, "Play now")] : []),
    element(
      "div",
      { class: "group" },
      ...(plays ? [element("button", { ...named, class: "plain alone", onclick: begin(alone) }, "Practise")] : []),
      element("button", { ...named, class: "deal plain", onclick: begin(deals) }, "Deal this game"),
      ...(staff.length
        ? [element("button", { ...named, class: "by-hand plain", onclick: byHand }, "Deal to players")]
        : []),
      element("button", { ...named, class: "open plain", onclick: () => open(false) }, "Open a table"),
      element("button", { ...named, class: "private plain", onclick: () => open(true) }, "By link only"),
    ),
    refusal,
    element("details", {}, element("summary", {}, "What it pays"), payouts(game.pays)),
    element("details", { ontoggle: asks }, element("summary", {}, "Options and doubtful clauses"), form),
  );
}

/** @param {Said.GameCard[]} games @param {(wanted: Wanted) => void} again */
function filterFields(games, again) {
  const game = element(
    "select",
    { name: "game" },
    element("option", { value: "" }, "every game"),
    ...games.map(({ game: id, title }) => element("option", { value: id }, title)),
  );
  const most = element(
    "select",
    { name: "most" },
    element("option", { value: 0 }, "any stakes"),
    ...[5, 10, 25, 100].map((dollars) => element("option", { value: dollars * 100 }, `from $${dollars} or less`)),
  );
  const free = element("input", { type: "checkbox", name: "free" });
  const change = () => again({ game: game.value, free: free.checked, most: Number(most.value) });
  for (const field of [game, most, free]) field.addEventListener("change", change);
  return [
    element("label", {}, "Game", game),
    element("label", {}, "Stakes", most),
    element("label", { class: "check" }, free, " with a free seat"),
  ];
}

// Rows that are as they were stay, so that nothing jumps under a finger and the focus is where it was.
/** @param {HTMLElement} found @param {House} house @param {Said.TableCard[]} tables */
function draw(found, house, tables) {
  let body = found.querySelector("tbody");
  if (!body) {
    const head = HEADINGS.map((words) =>
      words ? element("th", { scope: "col" }, words) : element("td", { "aria-hidden": "true" }),
    );
    body = element("tbody", {});
    const list = element("table", { class: "list" }, element("thead", {}, element("tr", {}, ...head)), body);
    found.replaceChildren(element("div", { class: "stacks" }, list));
  }
  const before = new Map([...body.children].map((row) => [row.getAttribute("data-drawn") ?? "", row]));
  const rows = tables.map((table) => {
    const signature = JSON.stringify(table);
    return before.get(signature) ?? tableRow(house, table, signature);
  });
  become(body, ...rows);
}

/** @param {House} house @param {Said.TableCard} table @param {string} signature */
function tableRow(house, table, signature) {
  const seats = Object.entries(table.taken).map(([box, name]) => `${name} (box ${box})`);
  const mine = sitsAt(table, house.welcome.name);
  const marks = [
    ...(table.author ? [`by ${table.author}`] : []),
    ...(table.note ? [table.note] : []),
    ...(mine ? ["you sit here"] : []),
    ...(table.private ? ["by link only"] : []),
    ...(table.departures.length ? [`not as the law has it: ${table.departures.join(", ")}`] : []),
  ];
  const goTo = { href: `#/table/${table.table}`, "data-of": table.table };
  return element(
    "tr",
    { "data-row": table.table, "data-drawn": signature, class: mine ? "mine" : "" },
    element(
      "td",
      {},
      element("a", goTo, table.title),
      ...(marks.length ? [element("small", {}, ` ${marks.join(" · ")}`)] : []),
    ),
    element("td", labelled(1), `${money(table.minimum_cents)} to ${money(table.maximum_cents)}`),
    element("td", labelled(2), seats.join(", ") || "nobody yet"),
    element("td", labelled(3), `${freeSeats(table)} of ${table.positions}`),
    element("td", labelled(4), table.round ? `round ${table.round}, ${table.phase}` : "not begun"),
    element("td", {}, share(table.table, table.title)),
  );
}
