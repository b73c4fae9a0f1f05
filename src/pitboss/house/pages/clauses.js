// The book: a clause in its section between its neighbours, its slip, its doubts and what they are worth, where the
// product carries it out, and where it was cited in this shoe. In the margin where there is room, else in a window.

import { gloss, loadGlossary } from "./glossary.js";
import { element, part } from "./words.js";
import { toldTo } from "./you.js";

/** @type {Map<string, Promise<Said.ClausePage | null>>} */
const known = new Map();

/** @param {string} id */
function clausePage(id) {
  const asked = known.get(id) ?? fetch(`/api/law/${encodeURIComponent(id)}`).then((a) => (a.ok ? a.json() : null));
  known.set(id, asked);
  asked.then((found) => found || known.delete(id), () => known.delete(id));
  return asked;
}

loadGlossary();

/** @type {ClauseReader | null} the one in the margin, while a table is shown */
let margin = null;

export class ClauseReader {
  /** @param {HTMLElement} root @param {string} [table] */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    this.shown = "";
    this.moment = "";
    this.pinned = false;
    this.clock = false;
    this.game = "";
    this.me = "";
    /** @type {Record<string, string>} */
    this.readings = {};
    if (table) margin = this;
  }

  /** @param {Said.View} view @param {boolean} clock @param {Record<string, string>} [readings] */
  follow(view, clock, readings) {
    this.game = view.game;
    this.me = view.viewer;
    this.readings = readings ?? this.readings;
    this.clock = clock && view.waiting_for.includes(view.viewer);
    const note = this.root.querySelector(".reading-clock");
    if (note instanceof HTMLElement) note.hidden = !this.clock || !this.pinned;
    this.moment = view.clauses[0] ?? "";
    if (!this.pinned && this.moment) this.show(this.moment);
  }

  // A reader has asked for this one: it stays until they go back to the moment.
  /** @param {string} id */
  open(id) {
    this.pinned = true;
    return this.show(id);
  }

  /** @param {string} id */
  async show(id) {
    if (this.shown === id && this.root.childElementCount) return this.#head();
    this.shown = id;
    const page = await clausePage(id).catch(() => null);
    if (this.shown !== id) return;
    if (page) this.#draw(page);
    else this.root.replaceChildren(element("p", {}, `The house has nothing to say about ${id}.`));
    this.#head();
  }

  #head() {
    const back = this.root.querySelector(".to-now");
    if (back instanceof HTMLElement) back.hidden = !this.pinned || this.shown === this.moment || !this.moment;
  }

  /** @param {Said.ClausePage} page */
  #draw(page) {
    const clock = "Others wait at this table: the clock goes on while you read.";
    const toNow = () => {
      this.pinned = false;
      this.show(this.moment).then(() => part(this.root, "h3").focus());
    };
    const doubts = element("div");
    if (page.doubts.length)
      import("./doubts.js").then(({ doubtful }) => {
        doubts.append(...page.doubts.map((one) => doubtful(one, this.readings, this.game)));
      });
    this.root.replaceChildren(
      element(
        "div",
        { class: "clause" },
        element("h3", { tabindex: "-1" }, page.id),
        element("p", { class: "gist" }, ...gloss(page.gist)),
        element("p", { class: "where" }, `§ ${page.section} ${page.heading} · ${page.title}`),
        element("p", { class: "reading-clock", role: "note", hidden: !this.clock || !this.pinned }, clock),
        ...(page.slip ? [element("p", { class: "slip" }, `A slip in the text: ${page.slip}`)] : []),
      ),
      doubts,
      ...(this.table ? [this.#inThisShoe(page.id)] : []),
      carriedOut(page),
      element(
        "nav",
        { class: "neighbours", "aria-label": "Clauses beside this one" },
        ...this.#turn(page.before, "‹ "),
        element("button", { type: "button", class: "plain to-now", hidden: true, onclick: toNow }, "To this moment"),
        ...this.#turn(page.after, "", " ›"),
      ),
    );
  }

  /** @param {Said.Neighbour | null} to @param {string} before @param {string} [after] */
  #turn(to, before, after = "") {
    if (!to) return [];
    const turn = () => this.open(to.id).then(() => part(this.root, "h3").focus());
    const named = { type: "button", class: "plain", title: to.gist, "aria-label": `Clause ${to.id}: ${to.gist}` };
    return [element("button", { ...named, onclick: turn }, `${before}${to.id}${after}`)];
  }

  /** @param {string} id */
  #inThisShoe(id) {
    const list = element("ol", { class: "lines" });
    const load = async () => {
      if (!box.open) return;
      const answer = await fetch(`/api/tables/${this.table}/story?clause=${encodeURIComponent(id)}`);
      /** @type {Pick<Said.ShoeStory, "facts" | "story">} */
      const told = answer.ok ? toldTo(await answer.json(), this.me) : { facts: [], story: [] };
      const lines = told.story.map((line) => element("li", {}, line.words));
      list.replaceChildren(...(lines.length ? lines.reverse() : [element("li", {}, "Nothing so far.")]));
    };
    const box = element("details", { class: "in-this-shoe", ontoggle: load }, element("summary", {}, "In this shoe"));
    box.append(list);
    return box;
  }
}

/** @param {Said.ClausePage} page */
function carriedOut({ embodied, carried_out, carried_out_more }) {
  const places = carried_out.map(({ file, line, name }) =>
    element("li", {}, element("code", {}, `${file.replace(/^src\/pitboss\//, "")}:${line}`), ` ${name}`),
  );
  if (carried_out_more) places.push(element("li", {}, `and ${carried_out_more} more`));
  const list = element("ul", {}, ...places);
  return element("details", {}, element("summary", {}, `Carried out as ${embodied}, and where`), list);
}

// Where the margin is beside the table, it opens there; on a small screen and on other pages in a window.
/** @param {string} id */
export async function openClause(id) {
  if (margin?.root.isConnected && matchMedia("(min-width: 60.01rem)").matches) {
    await margin.open(id);
    margin.root.scrollIntoView({ block: "nearest" });
    part(margin.root, "h3").focus();
    return;
  }
  const dialog = document.querySelector("dialog#clause");
  if (!(dialog instanceof HTMLDialogElement)) return;
  const reader = new ClauseReader(part(dialog, ".reader"));
  if (margin?.root.isConnected) {
    const { readings, game, clock } = margin;
    Object.assign(reader, { readings, game, clock });
  }
  if (!dialog.open) dialog.showModal();
  await reader.open(id);
}
