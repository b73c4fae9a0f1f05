// The table page: felt, actions, story, seals, adviser. Facts are shown one after another, then the view they led to.

import { Actions } from "./actions.js";
import { besideTable } from "./beside_table.js";
import { Betting } from "./betting.js";
import { Felt } from "./felt.js";
import { Motion, SPEEDS } from "./motion.js";
import { handInWords } from "./now.js";
import { spokenOf } from "./spoken.js";
import { Picture } from "./picture.js";
import { notToBeHad } from "./refusal.js";
import { remember, remembered } from "./remember.js";
import { Seals } from "./seal.js";
import { Seeds } from "./seeds.js";
import { Story } from "./story.js";
import { cardElement } from "./cards.js";
import { become, element, money, part, speak, there } from "./words.js";

/** @import { Adviser } from "./adviser.js" */
/** @import { House } from "./socket.js" */
/** @typedef {Said.Table | Said.Facts} Message */
/** @typedef {{felt: Felt, layout: Said.Layout, advised: boolean}} Room drawn when the house has told of the table */

const BUY_IN = 50_000;
const STAFF = ["dealer", "floorperson"];

// What only the facts of this round tell about oneself.
export class Mine {
  constructor() {
    /** @type {Set<string>} */
    this.consents = new Set();
    this.result = "";
  }

  /** @param {Facts.Any} fact @param {string} me @param {Picture} picture */
  take(fact, me, picture) {
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
  const signs = element("details", { class: "signs" }, element("summary", {}, "Signs at this table"));
  const margin = element("aside", { class: "margin", "aria-label": "Story" });
  const left = element("div", { class: "left" }, feltRoot, bar);
  main.append(element("div", { class: "room" }, left, element("div", { class: "right" }, tools, margin)));

  /** @type {Message[]} */
  const queue = [];
  /** @type {Room | null} */
  let room = null;
  /** @type {Message | null} */
  let latest = null;
  /** @type {Promise<void> | null} */
  let playing = null;
  let heard = 0;
  let busy = false;
  let whole = 1;
  const picture = new Picture();
  const mine = new Mine();
  const motion = new Motion();
  const story = new Story(margin, table);
  const seals = new Seals(margin);
  const seeds = new Seeds(seals.root, house, table);
  const advice = element("p", { class: "advice", role: "status" });
  /** @type {Promise<Adviser> | null} it comes when it is asked for the first time */
  let adviser = null;
  const me = () => house.welcome.name;
  const mySeat = (/** @type {Said.View} */ view) => view.players.find((player) => player.name === me());

  // One question at a time: a key held down does not press the next question's button too. Several moves are one
  // answer, made one after another until one of them is refused.
  /** @param {Moves.Any[]} moves */
  async function move(...moves) {
    if (busy) return null;
    busy = true;
    bar.setAttribute("aria-busy", "true");
    actions.say(null);
    let answer = null;
    for (const what of moves) {
      answer = await house.move(table, what);
      if (answer.type !== "accepted") break;
      if (what.move === "wager") betting.slip.taken(`${what.box}:${what.wager ?? "bet"}`);
    }
    await playing;
    if (answer?.type === "refused") betting.refused();
    busy = false;
    bar.removeAttribute("aria-busy");
    if (room && latest) show(room, latest, false);
    if (answer && answer.type !== "accepted") actions.say(answer);
    return answer;
  }
  const betting = new Betting(feltRoot, table, () => {
    if (room && latest && !playing) show(room, latest, false);
  });
  const actions = new Actions(bar, betting, move);
  // The room is as high as what the window leaves below the head of the page and whatever stands there for a while.
  let above = 0;
  function measure() {
    const top = Math.ceil(left.getBoundingClientRect().top + scrollY);
    if (top !== above) document.documentElement.style.setProperty("--above", `${top}px`);
    above = top;
  }
  feltRoot.addEventListener("click", ({ target }) => {
    const seat = target instanceof Element ? target.closest(".sit") : null;
    if (seat instanceof HTMLElement) sit(Number(seat.dataset.box));
  });

  // A decision was taken back: the table is told from the beginning of its round.
  function dealtAgain() {
    queue.length = 0;
    Object.assign(picture, new Picture());
    Object.assign(mine, new Mine());
    story.anew();
  }

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
      for (const [place, fact] of message.facts.entries()) {
        if (message.type === "facts" && !queue.length) room.felt.chips(fact);
        const news = picture.take(fact);
        mine.take(fact, me(), picture);
        story.take(fact, message.story[place]);
        const pause = message.type === "facts" && news && !queue.length ? motion.pause(fact) : 0;
        if (pause) {
          room.felt.show(picture, { ...message.view, phase: "deal", waiting_at_box: 0 }, me());
          await new Promise((resolve) => {
            setTimeout(resolve, pause);
          });
        }
      }
      picture.settle(message.view);
      if (message.type === "facts" && message.facts.some(({ fact }) => fact === "round-ended"))
        motion.end(picture.net[me()] ?? 0);
      show(room, message);
    }
  }

  /** @param {Room} room @param {Message} message @param {boolean} news */
  function show({ felt, layout, advised }, message, news = true) {
    const { view } = message;
    const seat = mySeat(view);
    actions.show({ message, view, me: me(), layout, mine, buys: buysOf(layout) }, Boolean(seat));
    felt.show(picture, view, me(), { ...betting.doing(), sits: seat ? [] : seats(view, layout) });
    tick();
    showExposed(view.exposed_cards);
    drawTools(message, { felt, layout, advised });
    if (!news) return;
    seals.show(view, message.facts);
    story.now(view, message.clock_ms !== null, "readings" in message ? message.readings : undefined);
    announce(message);
    document.body.dataset.at = String(message.at);
    advise();
  }

  /** @param {Said.View} view @param {Said.Layout} layout */
  function seats(view, layout) {
    const sits = ["guest", "player"].includes(house.welcome.role) && view.phase !== "closed";
    return sits ? boxesOf(layout.positions).filter((box) => !view.players.some(({ seat }) => seat === box)) : [];
  }

  /** @param {string[]} codes */
  function showExposed(codes) {
    const place = feltRoot.querySelector(".exposed") ?? element("p", { class: "exposed" });
    if (!codes.length) {
      place.remove();
      return;
    }
    become(place, "Exposed, to be dealt next: ", ...codes.map((code) => cardElement(code)));
    if (!place.isConnected) part(feltRoot, ".top").after(place);
  }

  /** @param {Said.Layout} layout */
  const buysOf = ({ chip_cents }) =>
    Math.floor(Math.min(BUY_IN, house.welcome.bankroll_cents) / chip_cents) * chip_cents;

  /** @param {Message} message @param {Room} room */
  function drawTools({ view, offers }, { layout, advised }) {
    const seat = mySeat(view);
    const buys = buysOf(layout);
    const signature = JSON.stringify([seat, buys, offers.includes("leave"), offers.includes("ask-burn-card")]);
    if (tools.dataset.drawn === signature) return;
    tools.dataset.drawn = signature;
    const focus = document.activeElement;
    const had = tools.contains(focus);
    /** @param {string} name @param {string} label @param {() => unknown} act */
    const tool = (name, label, act) =>
      element("button", { type: "button", class: "plain", "data-tool": name, onclick: act }, label);
    const seated = seat && [
      element("span", {}, `Your chips: ${money(seat.chips)} `),
      ...(buys > 0 ? [tool("buy", `Buy ${money(buys)}`, () => move({ move: "buy-in", cents: buys }))] : []),
      ...(offers.includes("ask-burn-card")
        ? [tool("burn", "See the burn card", () => move({ move: "ask-burn-card" }))]
        : []),
      ...(offers.includes("leave") ? [tool("leave", "Get up", () => move({ move: "leave" }))] : []),
      ...(advised ? [element("label", { class: "check" }, adviserBox(), " Adviser")] : []),
    ];
    const staff = [
      element("a", { class: "button", href: `#/floor/${table}` }, "Floor page"),
      element("a", { class: "button", href: `#/deal/${table}` }, "Deal"),
    ];
    become(
      tools,
      ...(seated ?? [element("span", {}, "You are watching.")]),
      ...paces(),
      ...(seat ? [advice] : []),
      ...(STAFF.includes(house.welcome.role) ? staff : []),
    );
    if (had && !tools.contains(document.activeElement)) bar.focus({ preventScroll: true });
  }

  async function advise() {
    const on = remembered("adviser") === "on";
    if (!on && !adviser) return;
    adviser ??= import("./adviser.js").then((come) => new come.Adviser(house, table, bar, advice));
    (await adviser).ask(on ? latest : null);
  }

  function adviserBox() {
    const onchange = () => {
      remember("adviser", there(box).checked ? "on" : "off");
      advise();
    };
    const named = { type: "checkbox", id: "adviser", "data-tool": "adviser" };
    const box = element("input", { ...named, checked: remembered("adviser") === "on", onchange });
    return box;
  }

  // How fast things are seen to happen, and whether they are heard.
  function paces() {
    const pace = element(
      "select",
      { "data-tool": "speed", onchange: () => motion.choose("speed", there(pace).value) },
      ...Object.keys(SPEEDS).map((name) => element("option", { value: name, selected: name === motion.speed }, name)),
    );
    const sound = element("input", {
      type: "checkbox",
      "data-tool": "sound",
      checked: motion.sound,
      onchange: () => motion.choose("sound", there(sound).checked ? "on" : "off"),
    });
    return [element("label", {}, "Pace", pace), element("label", { class: "check" }, sound, " Sound")];
  }

  /** @param {number} box */
  async function sit(box) {
    bar.focus({ preventScroll: true });
    const answer = await move({ move: "sit", box });
    if (answer?.type === "accepted") await move({ move: "buy-in", cents: BUY_IN });
  }

  // A screen reader hears the lines of the story as they come, with cards in words, then whether it is its turn and
  // with which total, last and never cut off.
  /** @param {Message} message */
  function announce(message) {
    const lines = spokenOf(message);
    const { view } = message;
    const asked = view.waiting_for.includes(me()) && view.may.length > 0;
    const hand = asked ? handInWords(view) : "";
    const turn = asked ? [hand && `You have ${hand}`, bar.querySelector(".ask strong")?.textContent ?? ""] : [];
    const heard = [...lines, mine.result, ...turn].filter((line) => line);
    speak(heard.map((line) => `${line}${/[.?!]$/.test(line ?? "") ? "" : "."}`).join(" "));
  }

  /** @param {Said.Table} told @returns {Room} */
  function open({ title, layout, advised }) {
    document.title = `${title} · pitboss`;
    const felt = new Felt(
      feltRoot,
      {
        title,
        inscriptions: layout.inscriptions,
        dealtFrom: layout.dealt_from.includes("shoe") ? "shoe" : "deck",
        boxes: boxesOf(layout.positions),
        areas: layout.areas,
        before: Object.keys(layout.areas).filter((kind) => kind !== "insurance"),
      },
      motion,
    );
    signs.addEventListener("toggle", async () => {
      const { signsOf } = await import("./signs.js");
      if (signs.childElementCount === 1) signs.append(signsOf(layout));
    });
    margin.append(signs);
    return { felt, layout, advised };
  }

  const offs = [
    besideTable(house, table),
    house.on("table", (told) => {
      if (told.table !== table) return;
      if (latest && told.at < latest.at) dealtAgain();
      Object.assign(story, { practice: told.practice, advised: told.advised });
      room ??= open(told);
      hear(room, told);
    }),
    house.on("facts", (told) => {
      if (told.table === table && room) hear(room, told);
    }),
    notToBeHad(house, table, feltRoot),
    house.on("closed", (told) => {
      if (room && told.table === table) actions.say({ sentence: "You watch this table no longer" });
    }),
  ];
  const tick = () => {
    measure();
    if (!latest) return;
    const { clock_ms, then } = latest;
    const left = clock_ms === null ? null : clock_ms - (performance.now() - heard);
    whole = clock_ms === null ? 1 : Math.max(whole, clock_ms);
    actions.tick(left, whole, then);
  };
  const clock = setInterval(tick, 250);
  addEventListener("resize", measure);
  house.join(table);

  return () => {
    clearInterval(clock);
    removeEventListener("resize", measure);
    actions.close();
    offs.forEach((off) => off());
    house.leave(table);
    document.title = "pitboss";
    delete document.body.dataset.at;
  };
}
