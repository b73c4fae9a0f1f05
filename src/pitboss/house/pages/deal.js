// How somebody wants to deal: asked once, remembered on this device, and a table opened with it.

import { remember, remembered } from "./remember.js";
import { element } from "./words.js";

/** @import { House } from "./socket.js" */
/** @typedef {NonNullable<Asked.OpenTable["deal"]>} Wish */

/** @type {Record<string, string>} */
const MODES = {
  guided: "guided: the next step is shown",
  corrected: "corrected: a wrong step is refused",
  free: "free: a wrong step happens",
};
const UNRULY = { 0: "well behaved", 5: "now and then unruly", 20: "unruly", 60: "out of hand" };
const PACES = { "at once": "decide at once", quick: "are quick", usual: "take their time", slow: "are slow" };

/** @returns {Wish} */
export function wish() {
  try {
    return { mode: "guided", boxes: 3, ...JSON.parse(remembered("deal", "{}")) };
  } catch {
    return { mode: "guided", boxes: 3 };
  }
}

// One press: a table is opened, the players sit, and whoever pressed stands behind it.
/** @param {House} house @param {string} game @returns {Promise<Said.Refused | Said.Error | null>} */
export async function dealGame(house, game) {
  const answer = await house.ask({ type: "open-table", game, deal: wish() });
  if (answer.type !== "opened") return answer;
  location.hash = `#/deal/${answer.table}`;
  return null;
}

// What may be chosen otherwise, above the table: the next shift begins with it.
/**
 * @param {House} house
 * @param {string} game
 * @param {string} title
 * @param {number} positions
 * @param {(why: Said.Refused | Said.Error) => void} sorry
 */
export function dealersForm(house, game, title, positions, sorry) {
  const now = wish();
  const how = `${title} · ${now.mode} · ${now.boxes === 1 ? "one practice player" : `${now.boxes} practice players`}`;
  const choice = (
    /** @type {string} */ name,
    /** @type {Record<string, string>} */ all,
    /** @type {unknown} */ chosen,
  ) =>
    element(
      "select",
      { name },
      ...Object.entries(all).map(([value, words]) =>
        element("option", { value, selected: value === String(chosen) }, words),
      ),
    );
  const boxes = Object.fromEntries(Array.from({ length: positions }, (_, place) => [place + 1, String(place + 1)]));
  const opens = element("input", { type: "checkbox", name: "opens", checked: Boolean(now.opens) });
  const chart = element("input", { type: "checkbox", name: "by_chart", checked: Boolean(now.by_chart) });
  const people = element("input", { type: "checkbox", name: "people", checked: Boolean(now.people) });
  const form = element(
    "form",
    { "aria-label": "How to deal" },
    element("label", {}, "Help", choice("mode", MODES, now.mode)),
    element("label", {}, "Players", choice("boxes", boxes, Math.min(now.boxes ?? 3, positions))),
    element("label", {}, "They are", choice("unruly", UNRULY, now.unruly ?? 0)),
    element("label", {}, "and", choice("pace", PACES, now.pace ?? "at once")),
    element("label", { class: "check" }, chart, " play by the chart"),
    element("label", { class: "check" }, opens, " I open the table"),
    element("label", { class: "check" }, people, " people sit down too, by a link"),
    element("button", { type: "submit", class: "plain" }, "New shift"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = new FormData(form);
    /** @type {Wish} */
    const wanted = {
      mode: String(said.get("mode")),
      boxes: Number(said.get("boxes")),
      unruly: Number(said.get("unruly")),
      opens: opens.checked,
      by_chart: chart.checked,
      pace: String(said.get("pace")),
      people: people.checked,
    };
    remember("deal", JSON.stringify(wanted));
    const why = await dealGame(house, game);
    if (why) sorry(why);
  });
  return element("details", {}, element("summary", {}, element("strong", {}, how), " · change"), form);
}
