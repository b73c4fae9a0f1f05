// The table page: felt, actions, story, seals, adviser. Facts are shown one after another, then the view they led to.

import { Actions } from "./actions.js";
import { Felt } from "./felt.js";
import { Picture } from "./picture.js";
import { Seals } from "./seal.js";
import { Seeds } from "./seeds.js";
import { Story, cite } from "./story.js";
import { cardElement, cardName } from "./cards.js";
import { element, money, part, reduced, speak } from "./words.js";

/** @import { House } from "./socket.js" */
/** @typedef {Said.Table | Said.Facts} Message */
/** @typedef {{felt: Felt, layout: Said.Layout}} Room what is drawn when the house has told of the table */

const BUY_IN = 50_000;
const STAFF = ["dealer", "floorperson"];
const ADVISED = ["hit", "stand", "attack", "insure", "second-chance"];
const SPOKEN_AT_ONCE = 8;
// How long a fact is looked at before the next one, in milliseconds.
/** @type {Partial<Record<Facts.Any["fact"], number>>} */
const PAUSES = {
  "card-dealt": 240,
  "card-laid": 500,
  "hand-split": 300,
  "hole-card-turned": 500,
  "second-chance-drawn": 300,
  "hand-busted": 400,
  "hand-shown": 500,
  "hand-settled": 350,
};

// What only the facts of this round tell about oneself.
export class Mine {
  constructor() {
    this.ready = false;
    /** @type {Set<string>} */
    this.answered = new Set();
    /** @type {Set<string>} */
    this.consents = new Set();
    this.result = "";
  }

  /** @param {Facts.Any} fact @param {string} me @param {Picture} picture */
  take(fact, me, picture) {
    if (fact.fact === "player-ready" && fact.player === me) this.ready = true;
    if ((fact.fact === "wager-placed" || fact.fact === "wager-declined") && fact.player === me) {
      this.answered.add(`${fact.wager}:${fact.box}`);
      if (fact.fact === "wager-placed") this.ready = false;
    }
    if (fact.fact === "consent-given") this.consents.add(`${fact.box}:${fact.player}`);
    if (fact.fact === "round-began" || fact.fact === "round-ended") Object.assign(this, new Mine());
    if (fact.fact === "round-ended") {
      const net = picture.net[me];
      if (net === undefined) return;
      const words = net > 0 ? `you win ${money(net)}` : net < 0 ? `you lose ${money(-net)}` : "you are even";
      this.result = `Round ${fact.round}: ${words}.`;
    }
  }
}

/** @param {number} positions */
const boxesOf = (positions) => Array.from({ length: positions }, (_, place) => place + 1);

/** @param {HTMLElement} main @param {House} house @param {string} table */
export function tablePage(main, house, table) {
  const feltRoot = element("section", { "aria-label": "The table" });
  const bar = element("section", { class: "actions", "aria-label": "Your moves", tabindex: "-1" });
  const tools = element("div", { class: "group tools" });
  const signs = element("section", { class: "signs", "aria-label": "Signs" });
  const margin = element("aside", { class: "margin", "aria-label": "Story" });
  main.append(
    element("div", { class: "room" }, element("div", { class: "left" }, feltRoot, bar, tools, signs), margin),
  );

  /** @type {Message[]} */
  const queue = [];
  /** @type {Room | null} */
  let room = null;
  /** @type {Message | null} */
  let latest = null;
  /** @type {Promise<void> | null} */
  let playing = null;
  let heard = 0;
  let advising = false;
  let busy = false;
  let whole = 1;
  const picture = new Picture();
  const mine = new Mine();
  const story = new Story(margin, table);
  const seals = new Seals(margin);
  const seeds = new Seeds(seals.root, house, table);
  const advice = element("p", { class: "advice", role: "status" });
  const me = () => house.welcome.name;
  const mySeat = (/** @type {Said.View} */ view) => view.players.find((player) => player.name === me());

  // One move at a time: a key held down does not press the next question's button too.
  /** @param {Moves.Any} what */
  async function move(what) {
    if (busy) return null;
    busy = true;
    bar.setAttribute("aria-busy", "true");
    actions.say(null);
    const answer = await house.move(table, what);
    await playing;
    busy = false;
    bar.removeAttribute("aria-busy");
    if (answer.type !== "accepted") actions.say(answer);
    return answer;
  }
  const actions = new Actions(bar, move);

  /** @param {Room} room @param {Message} message */
  function hear(room, message) {
    latest = message;
    heard = performance.now();
    queue.push(message);
    seeds.hear(message.view);
    playing ??= play(room).finally(() => {
      playing = null;
    });
  }

  /** @param {Room} room */
  async function play(room) {
    for (let message = queue.shift(); message; message = queue.shift()) {
      const slowly = message.type === "facts" && !reduced() && !document.hidden;
      for (const [place, fact] of message.facts.entries()) {
        const news = picture.take(fact);
        mine.take(fact, me(), picture);
        story.take(fact, message.story[place]);
        const pause = slowly && news && !queue.length ? PAUSES[fact.fact] : 0;
        if (pause) {
          room.felt.show(picture, { ...message.view, waiting_at_box: 0 }, me());
          await new Promise((resolve) => {
            setTimeout(resolve, pause);
          });
        }
      }
      picture.settle(message.view);
      show(room, message);
    }
  }

  /** @param {Room} room @param {Message} message */
  function show({ felt, layout }, message) {
    const { view } = message;
    felt.show(picture, view, me());
    showExposed(view.exposed_cards);
    seals.show(view, message.facts);
    drawTools(view, layout);
    actions.show({ message, view, me: me(), layout, mine }, Boolean(mySeat(view)));
    story.now(view, message.clock_ms !== null, "readings" in message ? message.readings : undefined);
    announce(message);
    document.body.dataset.at = String(message.at);
    if (advising) ask();
  }

  /** @param {string[]} codes */
  function showExposed(codes) {
    const place = feltRoot.querySelector(".exposed") ?? element("p", { class: "exposed" });
    if (!codes.length) {
      place.remove();
      return;
    }
    place.replaceChildren("Exposed, to be dealt next: ", ...codes.map((code) => cardElement(code)));
    if (!place.isConnected) part(feltRoot, ".top").after(place);
  }

  /** @param {Said.View} view @param {Said.Layout} layout */
  function drawTools(view, layout) {
    const seat = mySeat(view);
    const free = boxesOf(layout.positions).filter((box) => !view.players.some((player) => player.seat === box));
    const signature = JSON.stringify([seat, seat ? [] : free, advising]);
    if (tools.dataset.drawn === signature) return;
    tools.dataset.drawn = signature;
    const focus = document.activeElement;
    const had = focus instanceof HTMLElement && tools.contains(focus) ? (focus.dataset.tool ?? "none") : null;
    /** @param {string} name @param {string} label @param {() => unknown} act */
    const tool = (name, label, act) =>
      element("button", { type: "button", class: "plain", "data-tool": name, onclick: act }, label);
    tools.replaceChildren();
    if (!seat && !STAFF.includes(house.welcome.role)) {
      tools.append(
        element("span", {}, "You are watching."),
        ...free.map((box) =>
          element(
            "button",
            { type: "button", class: "plain sit", "data-box": box, onclick: () => sit(box) },
            `Sit at box ${box}`,
          ),
        ),
      );
    } else if (seat) {
      tools.append(
        element("span", {}, `Your chips: ${money(seat.chips)} `),
        tool("buy", `Buy ${money(BUY_IN)}`, () => move({ move: "buy-in", cents: BUY_IN })),
        tool("burn", "See the burn card", () => move({ move: "ask-burn-card" })),
        tool("leave", "Get up", () => move({ move: "leave" })),
        element("label", { class: "check" }, adviser(), " Adviser"),
        advice,
      );
    }
    if (STAFF.includes(house.welcome.role))
      tools.append(element("a", { class: "button", href: `#/floor/${table}` }, "Floor page"));
    const same = tools.querySelector(`[data-tool="${had}"]`);
    if (had !== null) (same instanceof HTMLElement ? same : bar).focus({ preventScroll: true });
  }

  function adviser() {
    const onchange = () => {
      advising = box.checked;
      advice.replaceChildren();
      if (advising) ask();
    };
    const named = { id: "adviser", "data-tool": "adviser" };
    const box = element("input", { type: "checkbox", ...named, checked: advising, onchange });
    return box;
  }

  /** @param {number} box */
  async function sit(box) {
    const answer = await move({ move: "sit", box });
    if (answer?.type === "accepted") await move({ move: "buy-in", cents: BUY_IN });
  }

  async function ask() {
    if (!latest?.view.may.some((name) => ADVISED.includes(name))) {
      advice.replaceChildren();
      return;
    }
    const asked = latest.at;
    const answer = await house.ask({ type: "ask-advice", table });
    if (asked !== latest.at) return;
    if (answer.type !== "advice") {
      advice.textContent = answer.sentence;
      return;
    }
    advice.replaceChildren("Worth on average: ");
    for (const choice of answer.choices) {
      const value = `${choice.value_cents >= 0 ? "+" : "−"}$${Math.abs(choice.value_cents / 100).toFixed(2)}`;
      advice.append(element(choice.best ? "b" : "span", {}, `${choice.move.replaceAll("-", " ")} ${value}`), " · ");
    }
    if (answer.words) advice.append(element("small", {}, answer.words));
  }

  // A screen reader hears the lines of the story as they come, with cards in words, then whether it is its turn.
  /** @param {Message} message */
  function announce(message) {
    const lines = message.facts.map((fact, place) =>
      fact.fact === "card-dealt"
        ? `${fact.box === 0 ? "dealer" : `box ${fact.box}`} gets ${cardName(fact.card)}`
        : message.story[place]?.words,
    );
    const turn =
      message.view.waiting_for.includes(me()) && message.view.may.length
        ? (bar.querySelector(".ask strong")?.textContent ?? "")
        : "";
    speak([...lines.slice(-SPOKEN_AT_ONCE), mine.result, turn].filter(Boolean).join(". "));
  }

  /** @param {Said.Table} told @returns {Room} */
  function open({ title, layout }) {
    document.title = `${title} · pitboss`;
    const felt = new Felt(feltRoot, {
      title,
      inscriptions: layout.inscriptions,
      dealtFrom: layout.dealt_from.includes("shoe") ? "shoe" : "deck",
      boxes: boxesOf(layout.positions),
    });
    /** @param {string} words @param {string} name */
    const sign = (words, name) =>
      element("li", {}, `${words} `, ...(layout.clauses[name] ?? []).flatMap((clause) => [cite(clause), " "]));
    signs.replaceChildren(
      element("h2", {}, "Signs"),
      element(
        "ul",
        {},
        sign(`Bets from ${money(layout.minimum_cents)} to ${money(layout.maximum_cents)}`, ""),
        sign(`Betting areas: ${layout.betting_areas.join(", ")}`, "betting_areas"),
        ...(layout.inscriptions.length ? [sign("Inscriptions as on the felt", "inscriptions")] : []),
        ...(layout.odds_shown ? [sign(layout.odds_shown, "odds_shown")] : []),
        ...(layout.limits_posted ? [sign(layout.limits_posted, "limits_posted")] : []),
      ),
    );
    return { felt, layout };
  }

  const offs = [
    house.on("table", (told) => {
      if (told.table !== table) return;
      room ??= open(told);
      hear(room, told);
    }),
    house.on("facts", (told) => {
      if (told.table === table && room) hear(room, told);
    }),
    house.on("error", ({ id, sentence }) => {
      const lobby = element("a", { href: "#/" }, "To the lobby");
      if (!room && !id) feltRoot.replaceChildren(element("p", { class: "notice" }, `${sentence}. `, lobby));
    }),
    house.on("closed", (told) => {
      if (room && told.table === table) actions.say({ sentence: "You watch this table no longer" });
    }),
  ];
  const clock = setInterval(() => {
    if (!latest) return;
    const { clock_ms, then } = latest;
    const left = clock_ms === null ? null : clock_ms - (performance.now() - heard);
    whole = clock_ms === null ? 1 : Math.max(whole, clock_ms);
    actions.tick(left, whole, then);
  }, 250);
  house.join(table);

  return () => {
    clearInterval(clock);
    actions.close();
    offs.forEach((off) => off());
    house.leave(table);
    document.title = "pitboss";
    delete document.body.dataset.at;
  };
}
