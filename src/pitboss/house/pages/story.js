// The margin: the clause of this moment, and what happened, by round and phase, newest first.

import { Chapters, brief } from "./chapters.js";
import { ClauseReader, openClause } from "./clauses.js";
import { element } from "./words.js";
import { toldTo } from "./you.js";

const ROUNDS_KEPT = 12;

/** @import { AfterRound } from "./after_round.js" */
/** @import { Chapter, Phase } from "./chapters.js" */

export class Story {
  /** @param {HTMLElement} root @param {string} [table] whose story is told, where more of it can be asked for */
  constructor(root, table) {
    const book = element("section", { class: "book", "aria-label": "By the book" });
    const decided = element("section", { class: "decided", "aria-label": "Your decisions", hidden: true });
    this.reader = table ? new ClauseReader(book, table) : null;
    /** @type {AfterRound | null} it comes with the first round that is over */
    this.review = null;
    this.decided = decided;
    this.list = element("div", { class: "story", "aria-label": "What happened, newest first", role: "group" });
    this.earlier = element("button", { type: "button", class: "plain earlier", hidden: true }, "All of this shoe");
    this.earlier.addEventListener("click", () => this.tellShoe());
    if (table) root.append(book, decided);
    root.append(element("h2", {}, "What happened, and why"), this.list, this.earlier);
    this.table = table;
    this.practice = false;
    this.advised = false;
    this.me = "";
    /** @type {Set<string>} who has wagered in the round that is told now */
    this.bettors = new Set();
    /** @type {{round: number, bettors: Set<string>} | null} the last round that ended */
    this.ended = null;
    this.retired = false; // whether a shoe has ended that nobody was told the score of
    this.last = -1;
    this.chapters = new Chapters();
    /** @type {Map<Chapter, HTMLElement>} */
    this.drawn = new Map();
    /** @type {Map<Phase, HTMLElement>} */
    this.lists = new Map();
  }

  // From the beginning: a table was dealt again, or its whole shoe is told.
  anew() {
    this.chapters = new Chapters();
    this.drawn.clear();
    this.lists.clear();
    this.list.replaceChildren();
    this.last = -1;
    this.bettors = new Set();
    this.ended = null;
    this.review?.clear();
  }

  /** @param {Facts.Any} fact @param {Said.StoryLine | undefined} line */
  take(fact, line) {
    if (!line || line.at <= this.last) return;
    if (this.table && this.last < 0) this.earlier.hidden = line.at === 0;
    this.last = line.at;
    const { chapter, phase } = this.chapters.take(fact, line);
    for (const old of this.list.querySelectorAll(".new")) old.classList.remove("new");
    this.#list(chapter, phase).prepend(storyLine(line, "new"));
    if (fact.fact === "round-began") this.#name(chapter);
    if (fact.fact === "wager-placed") this.bettors.add(fact.player);
    if (fact.fact === "seal-opened") this.retired = true;
    if (fact.fact === "round-ended") {
      this.ended = { round: fact.round, bettors: this.bettors };
      this.bettors = new Set();
      this.#fold();
    }
  }

  // What the table waits for now is what the book is open at, unless a reader has turned the page.
  /** @param {Said.View} view @param {boolean} clock whether time runs @param {Record<string, string>} [readings] */
  now(view, clock, readings) {
    this.me = view.viewer;
    this.reader?.follow(view, clock, readings);
    const mine = this.advised && this.ended?.bettors.has(view.viewer) ? this.ended.round : null;
    const drawn = this.table && mine !== null ? this.#decisions(this.table, mine) : Promise.resolve();
    if (this.retired) drawn.then(() => this.review?.shoeIsOver());
    this.retired = false;
  }

  /** @param {string} table @param {number} round */
  async #decisions(table, round) {
    const { AfterRound } = await import("./after_round.js");
    this.review ??= new AfterRound(this.decided, table);
    if (this.ended?.round === round) await this.review.show(round, this.practice);
  }

  /** @param {Chapter} chapter @param {Phase} phase */
  #list(chapter, phase) {
    let part = this.drawn.get(chapter);
    if (!part) {
      part = element("details", { class: "round", open: true }, element("summary", {}, "Before the deal"));
      this.drawn.set(chapter, part);
      this.list.prepend(part);
      if (chapter.round !== null) this.#name(chapter);
    }
    let list = this.lists.get(phase);
    if (!list) {
      list = element("ol", { class: "lines" });
      this.lists.set(phase, list);
      part.querySelector("summary")?.after(element("h3", {}, phase.name), list);
    }
    return list;
  }

  /** @param {Chapter} chapter */
  #name(chapter) {
    const words = this.drawn.get(chapter)?.querySelector("summary");
    if (words) words.textContent = `Round ${chapter.round}`;
  }

  // A round that is over stays open until the next begins; older ones fold, the oldest go.
  #fold() {
    const rounds = [...this.list.querySelectorAll("details")];
    for (const old of rounds.slice(1)) old.open = false;
    for (const old of rounds.slice(ROUNDS_KEPT)) old.remove();
  }

  async tellShoe() {
    const answer = await fetch(`/api/tables/${this.table}/story`);
    if (!answer.ok) return;
    /** @type {Said.ShoeStory} */
    const told = toldTo(await answer.json(), this.me);
    this.anew();
    told.facts.forEach((fact, place) => this.take(fact, told.story[place]));
    this.earlier.hidden = true;
    this.list.querySelector("summary")?.focus();
  }
}

/** @param {Said.StoryLine} line @param {string} [kind] */
function storyLine(line, kind = "") {
  const cites = element("span", { class: "cites" }, ...line.clauses.flatMap((id) => [cite(id), " "]));
  return element("li", { class: kind }, element("span", {}, ...line.words.split(DIGITS).map(digits)), " ", cites);
}

// A stranger reads what was sealed; its digits are one press away.
const DIGITS = /([0-9a-f]{12,}…?)/;
/** @param {string} words @param {number} place every second part is digits */
function digits(words, place) {
  if (place % 2 === 0) return words;
  const show = () => made.replaceWith(words);
  const named = { type: "button", class: "cite", "aria-label": "Show the digits" };
  const made = element("button", { ...named, onclick: show }, "…");
  return made;
}

/** @param {string} id */
export function cite(id) {
  const named = { type: "button", class: "cite", title: id, "aria-label": `Clause ${id}` };
  return element("button", { ...named, onclick: () => openClause(id) }, brief(id));
}
