// The floorperson's and the dealer's page: the felt, and beside it what may be done there now. The house has tried
// every move and says which would be made, and what each asks; nothing is done before it is confirmed.

import { notToBeHad, refused } from "./refusal.js";
import { Felt } from "./felt.js";
import { fieldOf, filled, plainWords } from "./forms.js";
import { Picture } from "./picture.js";
import { brief } from "./chapters.js";
import { Story, cite } from "./story.js";
import { become, element, speak } from "./words.js";

/** @import { Fields } from "./forms.js" */
/** @import { House } from "./socket.js" */

const ASKED_AFTER_MS = 150;

/** @param {HTMLElement} main @param {House} house @param {string} table */
export function floorPage(main, house, table) {
  const back = element("p", {}, element("a", { href: `#/table/${table}` }, "Back to the table"));
  if (!["dealer", "floorperson"].includes(house.welcome.role)) {
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
  const feltRoot = element("section", { "aria-label": "The table" });
  const now = element("p", { class: "notice", role: "status" });
  const answer = element("p", { class: "refusal", role: "alert" });
  const asked = element("form", { class: "panel confirm", hidden: true });
  const offered = element("div", { id: "floor-offers" });
  const margin = element("aside", { class: "margin", "aria-label": "Story" });
  const story = new Story(margin);
  const picture = new Picture();
  /** @type {Felt | null} */
  let felt = null;
  let timer = 0;
  let drawn = "";

  /** @param {Said.FloorOffer} offer @param {Fields} fields */
  async function act({ move, role }, fields) {
    const told = await house.move(table, /** @type {Moves.Any} */ (/** @type {unknown} */ ({ move, ...fields })), role);
    answer.replaceChildren(...(told.type === "accepted" ? [] : refused(told)));
    if (told.type === "accepted") asked.hidden = true;
    look();
  }

  // What may be done is asked of the house whenever something has happened; what is being filled in stays.
  async function look() {
    const told = await fetch(`/api/tables/${table}/floor`);
    if (!told.ok) return;
    /** @type {Said.FloorPage} */
    const page = await told.json();
    const signature = JSON.stringify(page);
    if (signature === drawn) return;
    drawn = signature;
    const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.move : undefined;
    become(offered, ...groups(page, (offer) => confirmed(asked, offer, act)));
    const doubtful = asked.dataset.of;
    if (!asked.hidden && !page.offers.some(({ move }) => move === doubtful)) {
      asked.hidden = true;
      answer.textContent = "The table has gone on meanwhile: that cannot be done any more.";
    }
    const same = focus && offered.querySelector(`[data-move="${focus}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }

  const hear = (/** @type {Said.Table | Said.Facts} */ told) => {
    if (told.table !== table) return;
    const { view } = told;
    if (told.type === "table")
      felt ??= new Felt(feltRoot, {
        title: told.title,
        inscriptions: told.layout.inscriptions,
        dealtFrom: told.layout.dealt_from.includes("shoe") ? "shoe" : "deck",
        boxes: Array.from({ length: told.layout.positions }, (_, place) => place + 1),
      });
    told.facts.forEach((fact, place) => {
      picture.take(fact);
      story.take(fact, told.story[place]);
    });
    picture.settle(view);
    const only = picture.boxes.length === 1 ? (picture.boxes[0]?.box ?? 0) : 0;
    felt?.show(picture, { ...view, waiting_at_box: view.waiting_at_box || only }, house.welcome.name);
    const waits = view.waiting_for.length ? `waits for ${view.waiting_for.join(", ")}` : "waits for a first player";
    now.textContent = `Round ${view.round}, ${view.phase}: the table ${waits}.`;
    if (told.type === "facts") speak(told.story.map((line) => line.words).join(". "));
    document.body.dataset.at = String(told.at);
    clearTimeout(timer);
    timer = setTimeout(look, ASKED_AFTER_MS);
  };
  main.append(
    element(
      "div",
      { class: "room" },
      element("div", { class: "left floor" }, feltRoot, now, answer, asked, offered, back),
      margin,
    ),
  );
  const offs = [
    house.on("table", hear),
    house.on("facts", hear),
    notToBeHad(house, table, feltRoot),
    house.on("closed", (told) => {
      if (told.table !== table) return;
      now.textContent = "The table is closed for good.";
      offered.replaceChildren();
      asked.hidden = true;
    }),
  ];
  house.join(table);
  return () => {
    clearTimeout(timer);
    offs.forEach((off) => off());
    house.leave(table);
    delete document.body.dataset.at;
  };
}

/** @param {Said.FloorPage} page @param {(offer: Said.FloorOffer) => void} choose */
function groups({ offers, not_now }, choose) {
  const button = (/** @type {Said.FloorOffer} */ offer) =>
    element(
      "button",
      { type: "button", class: "plain", "data-move": offer.move, onclick: () => choose(offer) },
      offer.words,
      element("small", {}, ` ${offer.clauses.map(brief).join(" ")}`),
    );
  const group = (/** @type {string} */ title, /** @type {Said.FloorOffer[]} */ some) =>
    some.length
      ? [element("h2", {}, title), element("div", { class: "offers", "data-of": title }, ...some.map(button))]
      : [];
  return [
    ...group(
      "The table waits for this",
      offers.filter((offer) => offer.awaited),
    ),
    ...group(
      "Reports and orders",
      offers.filter((offer) => !offer.awaited),
    ),
    element(
      "details",
      {},
      element("summary", {}, "Not now, and why"),
      element(
        "ul",
        {},
        ...not_now.map(({ move, sentence, clauses }) =>
          element("li", {}, `${plainWords(move)}: ${sentence} `, ...clauses.flatMap((id) => [cite(id), " "])),
        ),
      ),
    ),
  ];
}

/**
 * What a move asks, made from what the house says of it, and the question whether it is meant.
 * @param {HTMLFormElement} form
 * @param {Said.FloorOffer} offer
 * @param {(offer: Said.FloorOffer, fields: Fields) => void} act
 */
function confirmed(form, offer, act) {
  form.dataset.of = offer.move;
  form.hidden = false;
  form.replaceChildren(
    element("h2", {}, offer.words),
    element("p", {}, `As ${offer.role}. `, ...offer.clauses.flatMap((id) => [cite(id), " "])),
    ...offer.fields.map(fieldOf),
    element(
      "div",
      { class: "group" },
      element("button", { type: "submit", "data-confirm": offer.move }, "Do it"),
      element("button", { type: "button", class: "plain", onclick: () => (form.hidden = true) }, "Leave it"),
    ),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    act(offer, filled(offer, new FormData(form)));
  };
  const first = form.querySelector("input, select, button");
  if (first instanceof HTMLElement) first.focus();
}
