// The felt: a pure picture of one viewer's table. Elements are kept by key, so that cards and chips move and nothing
// jumps; what is being decided is the largest thing on it.

import { stackSvg } from "./chips.js";
import { cardElement, setCard } from "./cards.js";
import { fitted, shownOf } from "./fit.js";
import { Motion } from "./motion.js";
import { become, element, money, part } from "./words.js";

/** @import { Code } from "./cards.js" */
/** @import { Hand, Picture, Result } from "./picture.js" */
/** @typedef {{areas?: Record<string, string>, before?: string[]}} Wagers `before`: what has its spot before the deal */
/** @typedef {{title: string, inscriptions: string[], dealtFrom: string, boxes: number[]} & Wagers} Info */
/** @typedef {Pick<Said.View, "players" | "phase" | "waiting_at_box" | "waiting_at_hand">} Needed */
/** @typedef {Needed & Partial<Said.View>} Seen a view, or as much of one as is known of a round long over */
/**
 * What the player at this browser is about to do: what is staged, where something may be put, which spot is meant.
 * @typedef {{staged: Record<string, number>, suggested: boolean, chosen: string}} Staged
 * @typedef {Staged & {open: Set<string>, sits: number[]}} Doing
 */
/** @typedef {{picture: Picture, view: Seen, me: string, seen: Set<string>, doing: Doing}} Shown */

const NOTHING_DONE = { staged: {}, suggested: false, open: new Set(), chosen: "", sits: [] };
const CARD_MOST = 172;
const HAND_LEAST = 78; // "soft 21", or chips and their amount
const SMALL_LEAST = 20; // "21"
const BETWEEN = 24; // hands that belong to no box
const ROW_MOST = 66; // characters of an inscription
const SMALLER = 0.62; // a hand of a split that is not being played, beside the one that is

/** @param {string} wager @param {Record<string, string>} areas */
export const areaName = (wager, areas) =>
  areas[wager] ?? wager.replaceAll("-", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

export class Felt {
  /** @param {HTMLElement} root @param {Info} info @param {Motion} motion */
  constructor(root, info, motion = new Motion()) {
    this.root = root;
    this.info = info;
    this.motion = motion;
    this.areas = info.areas ?? {};
    /** @type {Map<string, HTMLElement>} */
    this.kept = new Map();
    /** @type {string[]} */
    this.moved = [];
    /** @type {[HTMLElement, DOMRect | null][]} cards that are new, and where each comes from if not from the shoe */
    this.coming = [];
    this.full = 1;
    const stack = (/** @type {string} */ name) =>
      element(
        "div",
        { class: `stackbox ${name}` },
        element("div", { class: "height", "aria-hidden": "true" }, element("i")),
        element("span"),
      );
    const dealer = element(
      "div",
      { class: "dealer", role: "group", "aria-label": "Dealer" },
      element("div", { class: "cards" }),
      element("p", { class: "total" }),
    );
    root.classList.add("felt");
    root.replaceChildren(
      element("h1", {}, info.title),
      element("div", { class: "top" }, stack("rack"), dealer, stack("shoe")),
      arc(info.inscriptions),
      element("div", { class: "boxes", role: "list", "aria-label": "Boxes, from the dealer's left" }),
    );
    this.part = (/** @type {string} */ selector) => part(root, selector);
    /** @type {(() => void) | null} */
    this.again = null;
    new ResizeObserver(() => this.again?.()).observe(root);
  }

  /** @param {Picture} picture @param {Seen} view @param {string} me @param {Doing} [doing] */
  show(picture, view, me, doing = NOTHING_DONE) {
    /** @type {Set<string>} */
    const seen = new Set();
    this.moved = [];
    this.coming = [];
    this.root.classList.toggle("over", picture.over);
    this.heights(view);
    this.cards(this.part(".dealer .cards"), picture.dealer, "dealer", seen);
    this.dealerTotal(picture);
    for (const hand of picture.common) this.common(hand, seen);
    const boxes = this.part(".boxes");
    const focus = focused(picture, view, me, doing);
    for (const number of this.info.boxes) {
      const key = `box-${number}`;
      seen.add(key);
      const place = this.keep(key, () => this.newBox(number), boxes);
      place.classList.toggle("focus", focus.has(number));
      this.box(place, number, { picture, view, me, seen, doing });
    }
    boxes.classList.toggle("focused", focus.size > 0);
    this.clear([...this.kept].filter(([key]) => !seen.has(key)));
    this.again = () => this.fit(picture, view);
    this.fit(picture, view);
    for (const [card, from] of this.coming)
      this.motion.comes(card, from ?? this.part(".shoe .height").getBoundingClientRect());
  }

  // The sizes of cards, once everything stands where it stands.
  /** @param {Picture} picture @param {Seen} view */
  fit(picture, view) {
    const top = this.part(".dealer");
    const common = picture.common.map(({ cards }) => ({ cards: cards.length, sideways: 0, scale: 1 }));
    const own = { cards: Math.max(picture.dealer.length, 2), sideways: 0, scale: 1 };
    const rows = common.length ? common : [own];
    const wide = top.clientWidth - 8 - BETWEEN * (rows.length - 1);
    size(top, fitted(wide, top.clientHeight, rows, CARD_MOST, { beneath: 30 }).width);
    for (const number of this.info.boxes) {
      const place = this.kept.get(`box-${number}`);
      const hands = place && part(place, ".hands");
      if (!place || !hands) continue;
      const all = picture.boxes.find((one) => one.box === number)?.hands ?? [];
      const dealt = all.filter((hand) => hand.cards.length);
      const turn = view.waiting_at_box === number && dealt.length > 1;
      const shown = dealt.map((hand) => ({
        cards: hand.cards.length,
        sideways: hand.sideways.length,
        scale: turn && view.waiting_at_hand !== hand.hand ? SMALLER : 1,
      }));
      const line = place.clientWidth < 130 ? 15 : 25; // a line of words under or over the cards
      const ended = [...hands.querySelectorAll(".outcome")].some((one) => one.clientHeight) ? line : 0;
      const bettors = Math.max(0, ...dealt.map((hand) => Object.keys(hand.wagers).length));
      const large = place.classList.contains("focus");
      const beneath = line + ended + (dealt.length > 1 ? 8 + (large ? 26 * bettors : 0) : 4);
      const words = { beneath, least: large ? HAND_LEAST : SMALL_LEAST };
      const { width, lines } = fitted(hands.clientWidth - 8, hands.clientHeight - 4, shown, CARD_MOST, words);
      size(place, width);
      hands.classList.toggle("in-line", lines === 1);
      for (const [place, hand] of dealt.entries())
        this.kept.get(`hand-${number}-${hand.hand}`)?.style.setProperty("--s", String(shown[place]?.scale ?? 1));
    }
  }

  // What is no longer there goes; cards go to the discard rack.
  /** @param {[string, HTMLElement][]} unseen */
  clear(unseen) {
    const rack = this.part(".rack .height").getBoundingClientRect();
    const cards = unseen.map(([, kept]) => kept).filter((kept) => kept.classList.contains("card"));
    const gone = this.motion.still ? [] : cards.filter((card) => !this.moved.includes(card.dataset.code ?? ""));
    const leaving = gone.map((card) => ({ card, here: card.getBoundingClientRect() }));
    for (const [key, kept] of unseen) {
      kept.remove();
      this.kept.delete(key);
    }
    for (const { card, here } of leaving) this.motion.goes(card, here, rack, this.root);
  }

  /** @param {string} key @param {() => HTMLElement} make @param {HTMLElement} parent */
  keep(key, make, parent) {
    let kept = this.kept.get(key);
    if (!kept) {
      kept = make();
      this.kept.set(key, kept);
    }
    if (kept.parentNode !== parent) parent.append(kept);
    return kept;
  }

  // The full height is all cards of the stack: those in the shoe, in the rack and on the table.
  /** @param {Seen} view */
  heights({ shoe, rack = 0, dealer = [], common_hands = [], boxes = [] }) {
    if (shoe === undefined) {
      for (const stack of this.root.querySelectorAll(".stackbox")) stack.classList.add("none");
      return;
    }
    const hands = [...common_hands, ...boxes.flatMap((box) => box.hands)];
    const onTable = dealer.length + hands.reduce((sum, hand) => sum + hand.cards.length, 0);
    this.full = Math.max(this.full, shoe + rack + onTable);
    this.height(".rack", rack, "rack");
    this.height(".shoe", shoe, this.info.dealtFrom);
  }

  /** @param {string} name @param {number} cards @param {string} label */
  height(name, cards, label) {
    part(this.part(name), "i").style.height = `${Math.round((100 * cards) / this.full)}%`;
    part(this.part(name), "span").textContent = `${label} ${cards}`;
  }

  /** @param {Picture} picture */
  dealerTotal({ dealer, dealerTotal, dealerRank }) {
    const up = dealer.find((card) => card !== null);
    const words = !dealer.length
      ? ""
      : dealerRank || (dealerTotal === null && up ? "Dealer shows " : dealerTotal === null ? "" : "Dealer ");
    const number = dealerRank || !dealer.length ? null : (dealerTotal ?? (up ? shows(up) : null));
    become(this.part(".dealer .total"), words, ...(number === null ? [] : [element("b", {}, String(number))]));
  }

  // A hand that belongs to no box lies in the middle, under its name.
  /** @param {Said.CommonHandView} hand @param {Set<string>} seen */
  common(hand, seen) {
    const key = `common-${hand.name}`;
    seen.add(key);
    const place = this.keep(
      key,
      () =>
        element(
          "div",
          { class: "hand common", role: "group", "aria-label": hand.name },
          element("div", { class: "cards" }),
          element("p", { class: "total" }),
        ),
      this.part(".dealer"),
    );
    this.cards(part(place, ".cards"), hand.cards, key, seen);
    become(part(place, ".total"), `${hand.name} `, element("b", {}, String(hand.total)));
  }

  /** @param {number} number */
  newBox(number) {
    return element(
      "div",
      { class: "box", role: "listitem", "data-box": number },
      element("h2"),
      element("div", { class: "hands" }),
      element("ul", { class: "results", "aria-label": `Result of box ${number}` }),
      element("div", { class: "spots" }),
    );
  }

  /** @param {HTMLElement} place @param {number} number @param {Shown} shown */
  box(place, number, shown) {
    const { picture, view, me, seen, doing } = shown;
    const seat = view.players.find((player) => player.seat === number);
    const box = picture.boxes.find((each) => each.box === number);
    const turn = view.waiting_at_box === number;
    const several = (box?.hands.length ?? 0) > 1;
    const large = place.classList.contains("focus");
    place.classList.toggle("mine", seat?.name === me || box?.decides === me);
    place.classList.toggle("turn", turn);
    place.classList.toggle("several", several);
    const sits = doing.sits.includes(number);
    const title = seat ? (seat.name === me ? `You · box ${number}` : seat.name) : `Box ${number}`;
    become(part(place, "h2"), title, ...(seat ? [element("small", {}, ` ${money(seat.chips)}`)] : []));
    const hands = part(place, ".hands");
    const lying = [...hands.querySelectorAll(".card")].filter((card) => card instanceof HTMLElement);
    const before = new Map(lying.map((card) => [card.dataset.code ?? "", card.getBoundingClientRect()]));
    for (const hand of box?.hands ?? []) {
      const key = `hand-${number}-${hand.hand}`;
      const formed = hand.hand > 1 && !this.kept.has(key);
      seen.add(key);
      const spot = this.keep(key, () => this.newHand(number, hand.hand), hands);
      spot.classList.toggle("turn", turn && view.waiting_at_hand === hand.hand);
      this.hand(spot, hand, several && large && !picture.over ? (name) => (name === me ? "" : ` ${name}`) : null);
      // A hand formed by a split takes its first card from the hand that was split.
      const first = formed ? String(hand.cards[0]) : "";
      if (formed) this.moved.push(first);
      this.cards(part(spot, ".cards"), hand.cards, key, seen, hand.sideways, before.get(first));
    }
    this.seat(place, number, sits);
    this.results(
      part(place, ".results"),
      picture.results.filter((one) => one.box === number),
      me,
    );
    this.spots(part(place, ".spots"), number, shown, lyingOn(number, shown, large));
  }

  /** @param {HTMLElement} place @param {number} number @param {boolean} sits */
  seat(place, number, sits) {
    const there = place.querySelector(".sit");
    if (!sits) there?.remove();
    else if (!there) {
      const named = { type: "button", class: "sit", "data-box": number, "aria-label": `Sit at box ${number}` };
      part(place, ".hands").append(element("button", named, "Sit"));
    }
  }

  // A spot for every kind of wager that is laid before the deal, and for whatever else lies on the box.
  /** @param {HTMLElement} row @param {number} number @param {Shown} shown @param {Map<string, Lying[]>} lying */
  spots(row, number, { view, me, seen, doing }, lying) {
    const betting = view.phase === "betting" || view.phase === "";
    const open = [...doing.open]
      .filter((key) => key.startsWith(`${number}:`))
      .map((key) => key.split(/:(.*)/s)[1] ?? "");
    const kinds = [...(betting ? (this.info.before ?? []) : []), ...open, ...lying.keys()];
    const order = [...new Set([...Object.keys(this.areas), ...kinds])].filter((kind) => kinds.includes(kind));
    for (const [place, kind] of order.entries()) {
      const key = `spot-${number}-${kind}`;
      seen.add(key);
      const spot = /** @type {HTMLButtonElement} */ (this.keep(key, () => this.newSpot(number, kind), row));
      const staged = doing.staged[`${number}:${kind}`] ?? 0;
      const live = doing.open.has(`${number}:${kind}`);
      if (row.children[place] !== spot) row.insertBefore(spot, row.children[place] ?? null);
      spot.disabled = !live;
      spot.classList.toggle("suggested", doing.suggested);
      spot.classList.toggle("now", live && !betting);
      spot.classList.toggle("chosen", live && doing.chosen === `${number}:${kind}`);
      spot.classList.toggle("staged", staged > 0);
      if (live) spot.setAttribute("aria-pressed", String(doing.chosen === `${number}:${kind}`));
      else spot.removeAttribute("aria-pressed");
      fill(spot, areaName(kind, this.areas), number, lying.get(kind) ?? [], staged, me);
    }
  }

  /** @param {number} number @param {string} kind */
  newSpot(number, kind) {
    return element(
      "button",
      { type: "button", class: "spot", "data-box": number, "data-wager": kind },
      element("span", { class: "ring", "aria-hidden": "true" }),
      element("span", { class: "name" }),
    );
  }

  // One's own wagers each by name; of others on the same box what they came to.
  /** @param {HTMLElement} list @param {Result[]} results @param {string} me */
  results(list, results, me) {
    const whose = new Set(results.map(({ player }) => player));
    const mine = whose.has(me) || whose.size > 1 ? me : [...whose][0];
    const own = results.filter(({ player }) => player === mine);
    const row = (/** @type {string} */ words, /** @type {number} */ cents, kind = "") =>
      element(
        "li",
        { class: `${kind} ${cents > 0 ? "won" : cents < 0 ? "lost" : "even"}` },
        element("i", {}, words),
        signed(cents),
      );
    const others = [...whose].filter((name) => name !== mine).map((name) => {
      const theirs = results.filter(({ player }) => player === name);
      return row(`${name} `, total(theirs));
    });
    const whom = others.length && mine === me ? "you " : "";
    const rows = [...own.map(({ wager, cents }) => row(`${whom}${areaName(wager, this.areas)} `, cents)), ...others];
    become(list, ...rows, ...(rows.length > 1 ? [row("", total(own.length ? own : results), "sum")] : []));
  }

  /** @param {HTMLElement} place @param {Hand} hand @param {((name: string) => string) | null} whose */
  hand(place, hand, whose) {
    place.classList.toggle("gone", hand.gone);
    place.classList.toggle("dealt", hand.cards.length > 0);
    const total = part(place, ".total");
    become(
      total,
      hand.rank ?? (hand.total === null ? "" : `${hand.soft ? "soft " : ""}`),
      ...(hand.rank || hand.total === null ? [] : [element("b", {}, String(hand.total))]),
    );
    const badge = part(place, ".outcome");
    badge.textContent = hand.outcome;
    badge.dataset.kind = /^(wins|blackjack|paid|second chance|21|even money)/i.test(hand.outcome)
      ? "good"
      : /^(loses|bust|dead|still)/.test(hand.outcome)
        ? "bad"
        : "";
    const chips = Object.entries(whose ? hand.wagers : {})
      .filter(([, placed]) => Object.keys(placed).length)
      .map(([name, placed]) => chip(placed, this.areas, whose?.(name) ?? ""));
    become(part(place, ".wagers"), ...chips);
  }

  /** @param {number} number @param {number} hand */
  newHand(number, hand) {
    return element(
      "div",
      { class: "hand", role: "group", "data-hand": hand, "aria-label": `Box ${number}, hand ${hand}` },
      element("p", { class: "total" }),
      element("div", { class: "cards" }),
      element("p", { class: "outcome" }),
      element("div", { class: "wagers" }),
    );
  }

  /**
   * @param {HTMLElement} row
   * @param {Code[]} codes
   * @param {string} key
   * @param {Set<string>} seen
   * @param {number[]} sideways
   * @param {DOMRect | undefined} first where the first card comes from, if not from the shoe
   */
  cards(row, codes, key, seen, sideways = [], first = undefined) {
    row.style.setProperty("--o", String(shownOf(codes.length)));
    codes.forEach((code, place) => {
      const name = `${key}-card-${place}`;
      seen.add(name);
      const kept = this.kept.get(name);
      const was = kept?.dataset.code;
      const card = this.keep(name, () => cardElement(code), row);
      setCard(card, code);
      card.classList.toggle("sideways", sideways.includes(place));
      if (kept && was === "null" && code !== null) this.motion.turns(card);
      else if (was !== String(code)) this.coming.push([card, place === 0 && first ? first : null]);
    });
  }

  // Where chips come from and go to.
  /** @param {number} box @param {string} wager */
  spotOf(box, wager) {
    return this.kept.get(`spot-${box}-${wager}`) ?? this.kept.get(`box-${box}`);
  }

  // Chips that a fact has moved, seen to move: to the spot, to the dealer, or back.
  /** @param {Facts.Any} fact */
  chips(fact) {
    if (!("wager" in fact && "cents" in fact && "box" in fact)) return;
    const spot = this.spotOf(fact.box, fact.wager)?.getBoundingClientRect();
    const box = this.kept.get(`box-${fact.box}`);
    if (!spot || !box) return;
    const dealer = this.part(".dealer").getBoundingClientRect();
    const player = part(box, "h2").getBoundingClientRect();
    const fly = (/** @type {number} */ cents, /** @type {DOMRect} */ from, /** @type {DOMRect} */ to) =>
      this.motion.chips(stackSvg(cents), from, to, this.root);
    if (fact.fact === "wager-placed") fly(fact.cents, player, spot);
    if (fact.fact === "wager-collected") fly(fact.cents, spot, dealer);
    if (fact.fact === "wager-returned") fly(fact.cents, spot, player);
    if (fact.fact === "wager-paid") fly(fact.winnings, dealer, spot);
  }
}

/** @typedef {{player: string, cents: number}} Lying */

// What lies on the spots of a box, by kind: before the deal as the house has it, then as the picture does. Where a
// large box has several hands, what belongs to a hand lies with it; in a small one all of it lies on the spots.
/** @param {number} number @param {Shown} shown @param {boolean} large @returns {Map<string, Lying[]>} */
function lyingOn(number, { picture, view }, large) {
  /** @type {Map<string, Lying[]>} */
  const found = new Map();
  const add = (/** @type {string} */ kind, /** @type {string} */ player, /** @type {number} */ cents) => {
    const there = found.get(kind) ?? [];
    const sum = cents + (there.find((one) => one.player === player)?.cents ?? 0);
    if (cents) found.set(kind, [...there.filter((one) => one.player !== player), { player, cents: sum }]);
  };
  if (view.phase === "betting" || picture.over) {
    for (const [player, wagers] of Object.entries(view.laid?.[number] ?? {}))
      for (const [kind, cents] of Object.entries(wagers)) add(kind, player, cents);
    return found;
  }
  const box = picture.boxes.find((one) => one.box === number);
  const hands = box?.hands ?? [];
  for (const { wagers: lie } of hands.length === 1 || !large ? hands : [])
    for (const [player, wagers] of Object.entries(lie))
      for (const [kind, cents] of Object.entries(wagers)) add(kind, player, cents);
  for (const [kind, placed] of Object.entries(box?.side_wagers ?? {}))
    for (const [player, cents] of Object.entries(placed)) add(kind, player, cents);
  for (const [player, cents] of Object.entries(box?.insurance ?? {})) add("insurance", player, cents);
  return found;
}

// The boxes that are shown large: where somebody is asked, else where chips are being put, else one's own.
/** @param {Picture} picture @param {Seen} view @param {string} me @param {Doing} doing @returns {Set<number>} */
function focused(picture, view, me, doing) {
  if (view.waiting_at_box) return new Set([view.waiting_at_box]);
  const dealt = picture.boxes.filter((box) => box.hands.some((hand) => hand.cards.length)).length;
  if (picture.over && dealt > 2 && doing.suggested) return new Set(); // how it ended, all of it
  if (doing.chosen) return new Set([Number(doing.chosen.split(":")[0])]);
  const seat = view.players.find((player) => player.name === me)?.seat;
  const mine = picture.boxes.filter((box) => box.decides === me).map((box) => box.box);
  const own = mine.length ? mine : seat ? [seat] : [];
  return new Set(own.length < 3 ? own : []);
}

/** @param {HTMLElement} spot @param {string} name @param {number} box @param {Lying[]} lying @param {number} staged
 * @param {string} me */
function fill(spot, name, box, lying, staged, me) {
  const ring = part(spot, ".ring");
  const several = lying.length > 1;
  const words = lying.map(({ player, cents }) =>
    several ? `${player === me ? "you" : player} ${money(cents)}` : money(cents),
  );
  const drawn = JSON.stringify([lying.map(({ cents }) => cents), staged]);
  if (ring.dataset.drawn !== drawn) {
    ring.dataset.drawn = drawn;
    ring.innerHTML = [
      ...lying.map(({ cents }) => `<span class="chips">${stackSvg(cents)}</span>`),
      staged ? `<span class="chips loose">${stackSvg(staged)}</span>` : "",
    ].join("");
  }
  const amounts = [...words, ...(staged ? [`${lying.length ? "+" : ""}${money(staged)}`] : [])];
  const shown = several ? amounts.map((one) => element("span", {}, one)) : amounts.map((one) => ` ${one}`);
  become(part(spot, ".name"), element("i", {}, name), ...shown);
  const said = `${name}, box ${box}${words.length ? `, ${words.join(" and ")} there` : ""}`;
  spot.setAttribute("aria-label", `${said}${staged ? `, ${money(staged)} not yet bet` : ""}`);
}

// What one person has on a hand of several: one stack, the kinds of wager by name for who asks.
/** @param {Record<string, number>} placed @param {Record<string, string>} areas @param {string} whose */
const chip = (placed, areas, whose) => {
  const cents = Object.values(placed).reduce((all, one) => all + one, 0);
  const kinds = Object.entries(placed).map(([wager, one]) => `${areaName(wager, areas)} ${money(one)}`);
  const made = element("span", { class: "chip", title: kinds.join(", ") });
  made.innerHTML = stackSvg(cents);
  made.append(element("span", { class: "unseen" }, `${kinds.join(", ")}, together `), `${money(cents)}${whose}`);
  return made;
};

/** @param {Result[]} results */
const total = (results) => results.reduce((all, { cents }) => all + cents, 0);

/** @param {number} cents */
const signed = (cents) => (cents > 0 ? `+${money(cents)}` : cents < 0 ? `−${money(-cents)}` : "push");

/** @param {HTMLElement} place @param {number} width */
const size = (place, width) => place.style.setProperty("--w", `${Math.floor(width * 10) / 10}px`);

/** @param {string} code */
const shows = (code) => (code.startsWith("A") ? "ace" : /^[TJQK]/.test(code) ? "10" : code.charAt(0));

// The inscriptions on arcs, as on a real layout; for a screen reader they are plain words.
/** @param {string[]} lines */
function arc(lines) {
  const [first = "", ...rest] = lines;
  const place = element("p", { class: "inscription" }, element("span", { class: "unseen" }, lines.join(". ")));
  if (!lines.length) return place;
  const rows = [first, ...rowsOf(rest)];
  const row = (/** @type {string} */ _, /** @type {number} */ at) =>
    `<path id="arc-${at}" d="M20 ${26 + 24 * at} q380 64 760 0" fill="none"/>` +
    `<text class="${at ? "small" : "large"}"><textPath href="#arc-${at}" startOffset="50%"></textPath></text>`;
  const drawn = `<svg viewBox="0 0 800 ${44 + 24 * rows.length}" aria-hidden="true">${rows.map(row).join("")}</svg>`;
  place.insertAdjacentHTML("beforeend", drawn);
  for (const [at, there] of place.querySelectorAll("text").entries()) {
    const words = rows[at] ?? "";
    there.style.setProperty("--fits", `${Math.floor(980 / words.length)}px`);
    if (there.firstElementChild) there.firstElementChild.textContent = words;
  }
  return place;
}

// What stands under the first line, as few rows as can be read.
/** @param {string[]} lines */
function rowsOf(lines) {
  /** @type {string[]} */
  const rows = [];
  for (const line of lines.flatMap((one) => (one.length > ROW_MOST ? one.split(", ") : one))) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + line.length < ROW_MOST) rows[rows.length - 1] = `${last} · ${line}`;
    else rows.push(line);
  }
  return rows;
}
