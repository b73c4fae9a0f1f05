// The lobby: the five games, the open tables, and a form for a new one with what the Rules Submission leaves open.

import { cents, element, money } from "./words.js";
import { refused } from "./actions.js";
import { cite } from "./story.js";

const BLURBS = {
  "pa-665a": "See the dealer's first card, then raise your bet before your own cards come. Decks without tens; surrender at any time.",
  "nj-26": "The same game by New Jersey's rules: up to three people on a box, and a bonus wager.",
  "pa-673a": "Went over 21? Buy a Second Chance: one more card, subtracted. Blackjack pays 2 to 1, a dealer's 22 is a push.",
  "dd-house": "Two decks from the dealer's hand, your cards face down: look, tuck, double.",
  "pa-663a": "Five cards each and nothing to decide: the text says how to deal them, the house who wins.",
};

export function lobbyPage(main, house) {
  const page = element("div", { class: "page" });
  main.append(page);
  const show = ({ detail }) => draw(page, house, detail);
  house.addEventListener("lobby", show);
  house.raw({ type: "list-tables" });
  const again = setInterval(() => { if (!page.querySelector("details[open]")) house.raw({ type: "list-tables" }); }, 4000);
  return () => { clearInterval(again); house.removeEventListener("lobby", show); };
}

function draw(page, house, lobby) {
  if (page.querySelector("details[open]") || page.contains(document.activeElement) && page.childElementCount) return;
  page.replaceChildren(
    element("h1", {}, "Games dealt by the book"),
    element("p", {}, "Every step at these tables names the clause that orders it. Practice chips only: nothing here is real money."),
    element("ul", { class: "games" }, ...lobby.games.map((game) => gameCard(house, game))),
    element("h2", {}, "Open tables"),
    lobby.tables.length ? tableList(lobby.tables) : element("p", {}, "No table is open yet. Open one above: it takes one click."),
  );
}

function gameCard(house, game) {
  const refusal = element("p", { class: "refusal", role: "alert" });
  const form = element("form", {}, ...game.options.map(optionField), ...game.readings.map(readingField));
  const open = async () => {
    const { options, readings } = chosen(form, game);
    const answer = await house.ask({ type: "open-table", game: game.game, options, readings });
    if (answer.type === "opened") location.hash = `#/table/${answer.table}`;
    else refusal.replaceChildren(...refused(answer));
  };
  return element("li", {},
    element("h3", {}, game.title), element("p", {}, BLURBS[game.document] ?? ""),
    element("button", { type: "button", class: "open", "data-game": game.game, onclick: open }, "Open a table"),
    element("details", {}, element("summary", {}, "Options and doubtful clauses"), form),
    refusal);
}

// Amounts are written in dollars; yes and no as such; everything else as the house writes it.
const isMoney = (option) => option.name.endsWith("_cents");
const cites = (clauses) => clauses.flatMap((clause) => [cite(clause), " "]);
const shown = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

function optionField(option) {
  const name = `option:${option.name}`;
  const field = option.choices.length > 1
    ? element("select", { name }, ...option.choices.map((choice) => element("option", { value: JSON.stringify(choice), selected: choice === option.default }, shown(choice))))
    : element("input", { name, value: isMoney(option) ? option.default / 100 : option.default ?? "", inputmode: typeof option.default === "number" ? "decimal" : "text" });
  const question = option.question.replace(", in cents", "");
  const asked = `${question.charAt(0).toUpperCase()}${question.slice(1)} (${isMoney(option) ? "in dollars" : option.allowed})`;
  return element("p", {}, element("label", {}, asked, field), " ", ...cites(option.clauses));
}

function readingField(reading) {
  const options = Object.entries(reading.options).map(([id, means]) => element("option", { value: id, selected: id === reading.default }, means));
  return element("p", {}, element("label", {}, reading.question, element("select", { name: `reading:${reading.id}` }, ...options)), " ", ...cites(reading.clauses));
}

function chosen(form, game) {
  const options = {}, readings = {};
  for (const option of game.options) {
    const field = form.elements[`option:${option.name}`];
    const value = field.tagName === "SELECT" ? JSON.parse(field.value) : isMoney(option) ? cents(field.value) : typeof option.default === "number" ? Number(field.value) : field.value;
    if (value !== option.default && field.value !== "") options[option.name] = value;
  }
  for (const reading of game.readings) {
    const value = form.elements[`reading:${reading.id}`].value;
    if (value !== reading.default) readings[reading.id] = value;
  }
  return { options, readings };
}

function tableList(tables) {
  const row = (table) => element("tr", {},
    element("td", {}, element("a", { href: `#/table/${table.table}` }, table.title)),
    element("td", {}, `${money(table.minimum_cents)} to ${money(table.maximum_cents)}`),
    element("td", {}, Object.values(table.taken).join(", ") || "nobody yet"),
    element("td", {}, `round ${table.round}, ${table.phase}`),
    element("td", {}, table.departures.length ? `not as the law has it: ${table.departures.join(", ")}` : "as the law has it"));
  const head = element("tr", {}, ...["Table", "Limits", "Players", "Now", "Rules"].map((words) => element("th", { scope: "col" }, words)));
  return element("div", { class: "wide" }, element("table", { class: "list" }, element("thead", {}, head), element("tbody", {}, ...tables.map(row))));
}
