// The auditor's desk: rounds of the house looked for by what is on record of them, and a selection as a file.

import { refused } from "./refusal.js";
import { cents, element, money } from "./words.js";

/** @typedef {Record<string, string>} Asked what is in the fields, by their names */

const HEADINGS = ["Round", "Game", "Ended", "Players", "What was irregular"];
/** @type {Asked} what was looked for last is found again on the way back from a round */
let last = {};

/** @param {string} tag */
const words = (tag) => tag.replaceAll("-", " ");

// What the fields say as the house asks for it; a sentence where one of them cannot be meant.
/** @param {Asked} asked @returns {URLSearchParams | string} */
export function query(asked) {
  const found = new URLSearchParams();
  for (const name of ["table", "player", "outcome", "clause", "irregularity"]) {
    const value = (asked[name] ?? "").trim();
    if (value) found.set(name, name === "table" ? value.toLowerCase() : value);
  }
  for (const name of ["since", "until"]) {
    if (!asked[name]) continue;
    const moment = Date.parse(asked[name] ?? "");
    if (Number.isNaN(moment)) return "A time is a date, such as 2026-11-15, with or without hours.";
    found.set(`${name}_ms`, String(moment));
  }
  for (const name of ["least", "most"]) {
    if (!asked[name]) continue;
    const amount = cents(asked[name] ?? "");
    if (amount === null) return "An amount is in dollars, such as 25 or 12.50.";
    found.set(`${name}_cents`, String(amount));
  }
  return found;
}

/** @param {HTMLElement} main */
export function deskPage(main) {
  const refusal = element("p", { class: "refusal", role: "alert" });
  const said = element("p", { role: "status" });
  const rows = element("tbody", {});
  const more = element("button", { type: "button", class: "plain", hidden: true }, "Earlier rounds");
  const files = element("p", { class: "group" });
  const irregular = element(
    "select",
    { name: "irregularity" },
    element("option", { value: "" }, "as it may be"),
    element("option", { value: "any" }, "anything irregular"),
  );
  const form = element("form", { class: "panel desk", role: "search" }, ...fields(irregular));
  const head = HEADINGS.map((heading) => element("th", { scope: "col" }, heading));
  const list = element("table", { class: "list" }, element("thead", {}, element("tr", {}, ...head)), rows);
  const wide = { class: "wide", tabindex: 0, role: "region", "aria-label": "Rounds" };
  main.append(
    element(
      "div",
      { class: "page" },
      element("h1", {}, "Rounds of the house"),
      form,
      refusal,
      said,
      element("div", wide, list),
      more,
      files,
    ),
  );
  /** @type {number | null} */
  let before = null;
  let turn = 0;

  /** @param {URLSearchParams} wanted @param {boolean} anew */
  async function load(wanted, anew) {
    const mine = (turn += 1);
    const asked = new URLSearchParams(wanted);
    if (!anew && before !== null) asked.set("before", String(before));
    said.textContent = "Looking…";
    more.disabled = true;
    const answer = await fetch(`/api/search?${asked}`);
    if (mine !== turn) return; // something else is looked for by now
    more.disabled = false;
    said.textContent = "";
    if (!answer.ok) {
      /** @type {Said.FaultBody} */
      const fault = await answer.json();
      refusal.replaceChildren(...refused(fault.error));
      refusal.scrollIntoView({ block: "nearest" });
      return;
    }
    /** @type {Said.Found} */
    const found = await answer.json();
    refusal.replaceChildren();
    if (anew) rows.replaceChildren();
    rows.append(...found.rounds.map(row));
    if (irregular.options.length === 2) {
      irregular.append(...found.known.map((tag) => element("option", { value: tag }, words(tag))));
      irregular.value ||= last.irregularity ?? ""; // what is chosen meanwhile stays
    }
    before = found.more;
    more.hidden = before === null;
    more.textContent = found.rounds.length ? "Earlier rounds" : "Look further back";
    const count = rows.childElementCount;
    said.textContent =
      `${count === 0 ? "No round" : count === 1 ? "1 round" : `${count} rounds`} found` +
      `${before === null ? "" : " so far"}.` +
      (found.unread ? ` The record of ${found.unread} cannot be read by this version.` : "");
    files.replaceChildren(
      ...["csv", "json"].map((kind) =>
        element(
          "a",
          { class: "button", href: `/api/search/export?${wanted}&form=${kind}`, download: `rounds.${kind}` },
          `Take all of them away as ${kind.toUpperCase()}`,
        ),
      ),
    );
    files.hidden = !count;
  }

  /** @param {boolean} anew */
  function look(anew) {
    const wanted = query(last);
    if (typeof wanted !== "string") return load(wanted, anew);
    refusal.textContent = wanted;
    refusal.scrollIntoView({ block: "nearest" });
    return undefined;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    last = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    look(true)?.then(() => said.scrollIntoView({ block: "nearest" }));
  });
  form.addEventListener("reset", () => {
    last = {};
    look(true);
  });
  more.addEventListener("click", () => look(false));
  for (const field of form.querySelectorAll("input, select"))
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = last[field.name] ?? "";
  look(true);
}

/** @param {HTMLSelectElement} irregular */
function fields(irregular) {
  const text = (/** @type {string} */ name, /** @type {string} */ label, /** @type {object} */ more = {}) =>
    element("label", {}, label, element("input", { name, autocomplete: "off", ...more }));
  const outcomes = [
    ["", "as it may be"],
    ["won", "somebody won"],
    ["lost", "somebody lost"],
    ["even", "somebody came out even"],
  ];
  const outcome = element(
    "select",
    { name: "outcome" },
    ...outcomes.map(([value, label]) => element("option", { value }, label ?? "")),
  );
  return [
    text("player", "Player", { maxlength: 40 }),
    text("table", "Table", { maxlength: 32 }),
    text("since", "From", { type: "datetime-local" }),
    text("until", "Until", { type: "datetime-local" }),
    element("label", {}, "Result", outcome),
    text("least", "Won or lost at least, in dollars", { inputmode: "decimal" }),
    text("most", "At most", { inputmode: "decimal" }),
    text("clause", "Clause applied", { maxlength: 80, placeholder: "PA 665a.7(f)(2)" }),
    element("label", {}, "Irregularity", irregular),
    element(
      "div",
      { class: "group" },
      element("button", { type: "submit" }, "Look"),
      element("button", { type: "reset", class: "plain" }, "Everything"),
    ),
  ];
}

/** @param {Said.FoundRound} round */
function row(round) {
  const nets = Object.entries(round.players).map(([name, net]) => `${name} ${net > 0 ? "+" : ""}${money(net)}`);
  return element(
    "tr",
    {},
    element("td", {}, element("a", { href: `#/round/${round.id}` }, `${round.table}, round ${round.round}`)),
    element("td", {}, words(round.game)),
    element("td", {}, new Date(round.at_ms).toLocaleString()),
    element("td", {}, nets.join(", ") || "nobody"),
    element("td", {}, round.irregularities === null ? "" : round.irregularities.map(words).join(", ") || "nothing"),
  );
}
