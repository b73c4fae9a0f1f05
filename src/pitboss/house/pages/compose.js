// A table test composed: in a form, or as TOML from a file; the house checks either in the same way.

import { refused } from "./refusal.js";
import { post } from "./asking.js";
import { element, inWords } from "./words.js";

/** @type {[string, string, number][]} each pass mark, in words, and the most that it may be */
const PASS = [
  ["score", "Marks at the table, of 100", 100],
  ["accuracy", "Steps right, of 1000", 1000],
  ["drills", "Drill items right, of 1000", 1000],
  ["catches", "Faults caught, of 1000", 1000],
  ["false_alarms", "False alarms, at most", 1000],
  ["money_lost_cents", "Cents moved wrongly, at most", 1000000],
  ["rounds_an_hour", "Rounds an hour", 1000],
  ["hands_an_hour", "Hands an hour", 5000],
];
/** @param {string} game */
const exampleOf = (game) => `game = "${game}"
name = "Spring table test"
minutes = 45
faults = 12

[table]
rounds = 10
boxes = 5

[[drill]]
kind = "payouts"
items = 20

[pass]
score = 90
drills = 900
`;

/** @param {string} name @param {string} label @param {object} more */
const field = (name, label, more = {}) =>
  element("label", {}, label, element("input", { name, autocomplete: "off", ...more }));
/** @param {string} name @param {string} label @param {number} most */
const number = (name, label, most, value = "") =>
  field(name, label, { type: "number", min: 0, max: most, inputmode: "numeric", value });

/** @param {string[]} classes @param {Said.DrillGame[]} games @param {() => void} given */
export function composer(classes, games, given) {
  const refusal = element("p", { class: "refusal", role: "alert" });
  const said = element("p", { role: "status" });
  const whom = element(
    "select",
    { name: "class_name" },
    ...classes.map((name) => element("option", { value: name }, name)),
  );
  /** @param {object} what */
  async function give(what) {
    refusal.replaceChildren();
    said.textContent = "";
    const answer = await post("/api/exams", { class_name: whom.value, ...what });
    if (answer.ok) {
      said.textContent = `Given to ${whom.value}.`;
      given();
      return;
    }
    /** @type {Said.FaultBody} */
    const fault = await answer.json();
    refusal.replaceChildren(...refused(fault.error));
  }
  return element(
    "section",
    { "aria-label": "A new table test" },
    element("h2", {}, "A new table test"),
    element("p", {}, element("label", {}, "For the class", whom)),
    byForm(games, (test) => give({ test })),
    element(
      "details",
      {},
      element("summary", {}, "As TOML, from a file or typed"),
      byToml(exampleOf(games[0]?.game ?? ""), (toml) => give({ toml })),
    ),
    said,
    refusal,
  );
}

/** @param {string} example @param {(toml: string) => void} give */
function byToml(example, give) {
  const text = element("textarea", { name: "toml", "aria-label": "The test as TOML", spellcheck: "false" }, example);
  const file = element("input", { type: "file", accept: ".toml,text/plain" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) text.value = await chosen.text();
  });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    give(text.value);
  };
  return element(
    "form",
    { onsubmit: send },
    element("label", {}, "A file", file),
    text,
    element("button", { type: "submit" }, "Give it as TOML"),
  );
}

/** @param {Said.DrillGame[]} games @param {(test: object) => void} give */
function byForm(games, give) {
  const drills = element("div", { class: "compose" });
  const game = element(
    "select",
    { name: "game" },
    ...games.map((one) => element("option", { value: one.game }, one.title)),
  );
  const offer = () => {
    const chosen = games.find((one) => one.game === game.value);
    const fields = (chosen?.drills ?? []).filter(({ drill }) => drill !== "spot-the-fault");
    drills.replaceChildren(
      ...fields.map(({ drill }) => number(`drill:${drill}`, `Items: ${inWords(drill)}`, 1000)),
      number("faults", "Rounds in which to spot a fault", 1000),
    );
  };
  game.addEventListener("change", offer);
  offer();
  const mode = element(
    "select",
    { name: "mode" },
    ...["free", "corrected"].map((value) => element("option", { value }, value)),
  );
  const form = element(
    "form",
    { class: "panel" },
    element(
      "div",
      { class: "compose" },
      element("label", {}, "Game", game),
      field("name", "Name", { value: "Table test", maxlength: 80, required: true }),
      number("minutes", "Minutes", 1440, "45"),
      element("h3", {}, "Drills"),
    ),
    drills,
    element(
      "div",
      { class: "compose" },
      element("h3", {}, "At the table"),
      number("rounds", "Rounds to deal", 1000),
      number("boxes", "Boxes", 12, "3"),
      number("unruly", "Unruly players, of a hundred steps", 100, "0"),
      element("label", {}, "How", mode),
      element("h3", {}, "To pass"),
      ...PASS.map(([name, label, most]) => number(`pass:${name}`, label, most)),
      element("p", { class: "whole" }, element("button", { type: "submit" }, "Give it")),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    give(composed(new FormData(form)));
  });
  return form;
}

// What is left empty is not asked for.
/** @param {FormData} form */
function composed(form) {
  const written = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
  const whole = (/** @type {string} */ name) => (written(name) === "" ? 0 : Number(written(name)));
  const filled = [...form.keys()].filter((name) => written(name) !== "");
  const named = (/** @type {string} */ prefix) =>
    filled.filter((name) => name.startsWith(prefix)).map((name) => [name.slice(prefix.length), whole(name)]);
  const drill = named("drill:")
    .filter(([, items]) => items)
    .map(([kind, items]) => ({ kind, items }));
  const table = { rounds: whole("rounds"), boxes: whole("boxes"), mode: written("mode"), unruly: whole("unruly") };
  return {
    game: written("game"),
    name: written("name"),
    minutes: whole("minutes"),
    faults: whole("faults"),
    drill,
    ...(table.rounds ? { table } : {}),
    pass: Object.fromEntries(named("pass:")),
  };
}
