// The lobby: the games, the open tables, and a form for a new one with what the Rules Submission leaves open.

import { cents, element, money } from "./words.js";
import { refused } from "./actions.js";
import { cite } from "./story.js";

/** @import { House } from "./socket.js" */

/** @param {HTMLElement} main @param {House} house */
export function lobbyPage(main, house) {
  const page = element("div", { class: "page" });
  main.append(page);
  const off = house.on("lobby", (lobby) => draw(page, house, lobby));
  house.raw({ type: "list-tables" });
  const again = setInterval(() => {
    if (!page.querySelector("details[open]")) house.raw({ type: "list-tables" });
  }, 4000);
  return () => {
    clearInterval(again);
    off();
  };
}

/** @param {HTMLElement} page @param {House} house @param {Said.Lobby} lobby */
function draw(page, house, lobby) {
  if (page.querySelector("details[open]") || (page.contains(document.activeElement) && page.childElementCount)) return;
  page.replaceChildren(
    element("h1", {}, "Games dealt by the book"),
    element(
      "p",
      {},
      "Every step at these tables names the clause that orders it. Practice chips only: nothing here is real money.",
    ),
    element("ul", { class: "games" }, ...lobby.games.map((game) => gameCard(house, game))),
    element("h2", {}, "Open tables"),
    lobby.tables.length
      ? tableList(lobby.tables)
      : element("p", {}, "No table is open yet. Open one above: it takes one click."),
  );
}

/** @param {House} house @param {Said.GameCard} game */
function gameCard(house, game) {
  const refusal = element("p", { class: "refusal", role: "alert" });
  const form = element("form", {}, ...game.options.map(optionField), ...game.readings.map(readingField));
  const open = async () => {
    const { options, readings } = chosen(form, game);
    const answer = await house.ask({ type: "open-table", game: game.game, options, readings });
    if (answer.type === "opened") location.hash = `#/table/${answer.table}`;
    else refusal.replaceChildren(...refused(answer));
  };
  return element(
    "li",
    {},
    element("h3", {}, game.title),
    element("p", {}, game.blurb),
    element("button", { type: "button", class: "open", "data-game": game.game, onclick: open }, "Open a table"),
    element("details", {}, element("summary", {}, "Options and doubtful clauses"), form),
    refusal,
  );
}

// Amounts are written in dollars; yes and no as such; everything else as the house writes it.
/** @param {Said.OptionCard} option */
const isMoney = (option) => option.name.endsWith("_cents");
/** @param {string[]} clauses */
const cites = (clauses) => clauses.flatMap((clause) => [cite(clause), " "]);
/** @param {string | number | boolean} value */
const shown = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

/** @param {Said.OptionCard} option */
function optionField(option) {
  const name = `option:${option.name}`;
  const field =
    option.choices.length > 1
      ? element(
          "select",
          { name },
          ...option.choices.map((choice) =>
            element("option", { value: JSON.stringify(choice), selected: choice === option.default }, shown(choice)),
          ),
        )
      : element("input", {
          name,
          value: isMoney(option) ? Number(option.default) / 100 : option.default,
          inputmode: typeof option.default === "number" ? "decimal" : "text",
        });
  const question = option.question.replace(", in cents", "");
  const allowed = isMoney(option) ? "in dollars" : option.allowed;
  const asked = `${question.charAt(0).toUpperCase()}${question.slice(1)} (${allowed})`;
  return element("p", {}, element("label", {}, asked, field), " ", ...cites(option.clauses));
}

/** @param {Said.ReadingCard} reading */
function readingField(reading) {
  const options = Object.entries(reading.options).map(([id, means]) =>
    element("option", { value: id, selected: id === reading.default }, means),
  );
  return element(
    "p",
    {},
    element("label", {}, reading.question, element("select", { name: `reading:${reading.id}` }, ...options)),
    " ",
    ...cites(reading.clauses),
  );
}

/** @param {HTMLFormElement} form @param {Said.GameCard} game */
function chosen(form, game) {
  const written = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");
  /** @type {Record<string, string | number | boolean>} */
  const options = {};
  /** @type {Record<string, string>} */
  const readings = {};
  for (const option of game.options) {
    const words = written(`option:${option.name}`);
    const value = words === "" ? null : valueOf(option, words);
    if (value !== null && value !== option.default) options[option.name] = value;
  }
  for (const reading of game.readings) {
    const value = written(`reading:${reading.id}`);
    if (value !== reading.default) readings[reading.id] = value;
  }
  return { options, readings };
}

/** @param {Said.OptionCard} option @param {string} words @returns {string | number | boolean | null} */
function valueOf(option, words) {
  if (option.choices.length > 1) return JSON.parse(words);
  if (isMoney(option)) return cents(words);
  return typeof option.default === "number" ? Number(words) : words;
}

/** @param {Said.TableCard[]} tables */
function tableList(tables) {
  const row = (/** @type {Said.TableCard} */ table) =>
    element(
      "tr",
      {},
      element("td", {}, element("a", { href: `#/table/${table.table}` }, table.title)),
      element("td", {}, `${money(table.minimum_cents)} to ${money(table.maximum_cents)}`),
      element("td", {}, Object.values(table.taken).join(", ") || "nobody yet"),
      element("td", {}, `round ${table.round}, ${table.phase}`),
      element(
        "td",
        {},
        table.departures.length ? `not as the law has it: ${table.departures.join(", ")}` : "as the law has it",
      ),
    );
  const head = element(
    "tr",
    {},
    ...["Table", "Limits", "Players", "Now", "Rules"].map((words) => element("th", { scope: "col" }, words)),
  );
  return element(
    "div",
    { class: "wide" },
    element("table", { class: "list" }, element("thead", {}, head), element("tbody", {}, ...tables.map(row))),
  );
}
