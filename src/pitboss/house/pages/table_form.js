// The form of a new table: what the Rules Submission leaves open, and how each doubtful clause is read there.

import { cite } from "./story.js";
import { cents, element } from "./words.js";

/** @param {Said.GameCard} game */
export const fields = (game) => [...game.options.map(optionField), ...game.readings.map(readingField)];

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
export function chosen(form, game) {
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
