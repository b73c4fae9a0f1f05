// The table page: felt, actions, story, seals, adviser. Facts are shown one after another, then the view they led to.

import { Actions } from "./actions.js";
import { Felt } from "./felt.js";
import { Picture } from "./picture.js";
import { Seals } from "./seal.js";
import { Story, cite } from "./story.js";
import { cardElement, cardName } from "./cards.js";
import { element, money, reduced, speak } from "./words.js";

const BUY_IN = 50_000;
const STAFF = ["dealer", "floorperson"];
const ADVISED = ["hit", "stand", "attack", "insure", "second-chance"];
const SPOKEN_AT_ONCE = 8;
// How long a fact is looked at before the next one, in milliseconds.
const PAUSES = { "card-dealt": 240, "card-laid": 500, "hand-split": 300, "hole-card-turned": 500, "second-chance-drawn": 300, "hand-busted": 400, "hand-shown": 500, "hand-settled": 350 };

// What only the facts of this round tell about oneself.
class Mine {
  constructor() { Object.assign(this, { ready: false, answered: new Set(), consents: new Set(), result: "" }); }

  take(fact, me, picture) {
    const own = fact.player === me;
    if (fact.fact === "player-ready" && own) this.ready = true;
    if (fact.fact === "wager-placed" && own) { this.ready = false; this.answered.add(`${fact.wager}:${fact.box}`); }
    if (fact.fact === "wager-declined" && own) this.answered.add(`${fact.wager}:${fact.box}`);
    if (fact.fact === "consent-given") this.consents.add(`${fact.box}:${fact.player}`);
    if (fact.fact === "round-began") Object.assign(this, new Mine());
    if (fact.fact === "round-ended") {
      Object.assign(this, new Mine());
      const net = picture.net[me];
      if (net !== undefined) this.result = `Round ${fact.round}: ${net > 0 ? `you win ${money(net)}` : net < 0 ? `you lose ${money(-net)}` : "you are even"}.`;
    }
  }
}

export function tablePage(main, house, table) {
  const feltRoot = element("section", { "aria-label": "The table" });
  const bar = element("section", { class: "actions", "aria-label": "Your moves", tabindex: "-1" });
  const tools = element("div", { class: "group tools" });
  const signs = element("section", { class: "signs", "aria-label": "Signs" });
  const margin = element("aside", { class: "margin", "aria-label": "Story" });
  main.append(element("div", { class: "room" }, element("div", { class: "left" }, feltRoot, bar, tools, signs), margin));

  const queue = [];
  let felt = null, layout = null, latest = null, heard = 0, advising = false, playing = null, busy = false, whole = 1;
  let picture = new Picture(), mine = new Mine();
  const seals = new Seals(margin);
  const story = new Story(margin);
  const advice = element("p", { class: "advice", role: "status" });
  const me = () => house.welcome.name;
  const mySeat = () => latest?.view.players.find((player) => player.name === me());

  // One move at a time: a key held down does not press the next question's button too.
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

  function hear(message) {
    latest = message;
    heard = performance.now();
    queue.push(message);
    playing ??= play().finally(() => { playing = null; });
  }

  async function play() {
    while (queue.length) {
      const message = queue.shift();
      const slowly = message.type === "facts" && !reduced() && !document.hidden;
      for (const [place, fact] of message.facts.entries()) {
        const news = picture.take(fact);
        mine.take(fact, me(), picture);
        story.add(message.story.slice(place, place + 1));
        const pause = slowly && news && !queue.length ? PAUSES[fact.fact] : 0;
        if (pause) {
          felt.show(picture, { ...message.view, waiting_at_box: 0 }, me());
          await new Promise((resolve) => { setTimeout(resolve, pause); });
        }
      }
      picture.settle(message.view);
      show(message);
    }
  }

  function show(message) {
    felt.show(picture, message.view, me());
    showExposed(message.view.exposed_cards);
    seals.show(message.view, message.facts);
    drawTools();
    actions.show(message, me(), layout, Boolean(mySeat()), mine);
    announce(message);
    document.body.dataset.at = message.at;
    if (advising) ask();
  }

  function showExposed(codes) {
    const place = feltRoot.querySelector(".exposed") ?? element("p", { class: "exposed" });
    if (!codes.length) { place.remove(); return; }
    place.replaceChildren("Exposed, to be dealt next: ", ...codes.map((code) => cardElement(code)));
    if (!place.isConnected) feltRoot.querySelector(".top").after(place);
  }

  function drawTools() {
    const seat = mySeat();
    const free = Array.from({ length: layout.positions }, (_, place) => place + 1).filter((box) => !latest.view.players.some((player) => player.seat === box));
    const signature = JSON.stringify([seat, seat ? [] : free, advising]);
    if (tools.dataset.drawn === signature) return;
    tools.dataset.drawn = signature;
    const focus = tools.contains(document.activeElement) ? document.activeElement.dataset.tool ?? "" : null;
    const tool = (name, label, act) => element("button", { type: "button", class: "plain", "data-tool": name, onclick: act }, label);
    tools.replaceChildren();
    if (!seat && !STAFF.includes(house.welcome.role)) {
      tools.append(element("span", {}, "You are watching."), ...free.map((box) =>
        element("button", { type: "button", class: "plain sit", "data-box": box, onclick: () => sit(box) }, `Sit at box ${box}`)));
    } else if (seat) {
      tools.append(
        element("span", {}, `Your chips: ${money(seat.chips)} `),
        tool("buy", `Buy ${money(BUY_IN)}`, () => move({ move: "buy-in", cents: BUY_IN })),
        tool("burn", "See the burn card", () => move({ move: "ask-burn-card" })),
        tool("leave", "Get up", () => move({ move: "leave" })),
        element("label", { class: "check" }, element("input", { type: "checkbox", id: "adviser", "data-tool": "adviser", checked: advising, onchange: (event) => { advising = event.target.checked; advice.replaceChildren(); if (advising) ask(); } }), " Adviser"),
        advice,
      );
    }
    if (STAFF.includes(house.welcome.role)) tools.append(element("a", { class: "button", href: `#/floor/${table}` }, "Floor page"));
    if (focus !== null) (tools.querySelector(`[data-tool="${focus || "none"}"]`) ?? bar).focus({ preventScroll: true });
  }

  async function sit(box) {
    const answer = await move({ move: "sit", box });
    if (answer?.type === "accepted") await move({ move: "buy-in", cents: BUY_IN });
  }

  async function ask() {
    if (!latest.view.may.some((name) => ADVISED.includes(name))) { advice.replaceChildren(); return; }
    const asked = latest.at;
    const answer = await house.ask({ type: "ask-advice", table });
    if (asked !== latest.at) return;
    if (answer.type !== "advice") { advice.textContent = answer.sentence ?? ""; return; }
    advice.replaceChildren("Worth on average: ");
    for (const choice of answer.choices) {
      const value = `${choice.value_cents >= 0 ? "+" : "−"}$${Math.abs(choice.value_cents / 100).toFixed(2)}`;
      advice.append(element(choice.best ? "b" : "span", {}, `${choice.move.replaceAll("-", " ")} ${value}`), " · ");
    }
    if (answer.words) advice.append(element("small", {}, answer.words));
  }

  // A screen reader hears the lines of the story as they come, with cards in words, then whether it is its turn.
  function announce(message) {
    const lines = message.facts.map((fact, place) => fact.fact === "card-dealt"
      ? `${fact.box === 0 ? "dealer" : `box ${fact.box}`} gets ${cardName(fact.card)}` : message.story[place].words);
    const turn = message.view.waiting_for.includes(me()) && message.view.may.length ? bar.querySelector(".ask strong")?.textContent ?? "" : "";
    speak([...lines.slice(-SPOKEN_AT_ONCE), mine.result, turn].filter(Boolean).join(". "));
  }

  function open(detail) {
    layout = detail.layout;
    document.title = `${detail.title} · pitboss`;
    felt = new Felt(feltRoot, {
      title: detail.title, inscriptions: layout.inscriptions, dealtFrom: layout.dealt_from.includes("shoe") ? "shoe" : "deck",
      boxes: Array.from({ length: layout.positions }, (_, place) => place + 1),
    });
    const given = (words) => words && words !== "not provided";
    const sign = (words, name) => element("li", {}, `${words} `, ...(layout.clauses[name] ?? []).flatMap((clause) => [cite(clause), " "]));
    signs.replaceChildren(element("h2", {}, "Signs"), element("ul", {},
      sign(`Bets from ${money(layout.minimum_cents)} to ${money(layout.maximum_cents)}`, ""),
      sign(`Betting areas: ${layout.betting_areas.join(", ")}`, "betting_areas"),
      ...(layout.inscriptions.length ? [sign("Inscriptions as on the felt", "inscriptions")] : []),
      ...(given(layout.odds_shown) ? [sign(`The odds are shown ${layout.odds_shown}`, "odds_shown")] : []),
      ...(given(layout.limits_posted) ? [sign(`Posted: ${layout.limits_posted}`, "limits_posted")] : [])));
  }

  const on = (name, handler) => { house.addEventListener(name, handler); return () => house.removeEventListener(name, handler); };
  const offs = [
    on("table", ({ detail }) => {
      if (detail.table !== table) return;
      if (!felt) open(detail);
      hear(detail);
    }),
    on("facts", ({ detail }) => { if (detail.table === table && felt) hear(detail); }),
    on("error", ({ detail }) => { if (!felt && !detail.id) feltRoot.replaceChildren(element("p", { class: "notice" }, `${detail.sentence}. `, element("a", { href: "#/" }, "To the lobby"))); }),
    on("closed", ({ detail }) => { if (felt && detail.table === table) actions.say({ sentence: "You watch this table no longer" }); }),
  ];
  const clock = setInterval(() => {
    if (!latest) return;
    const left = latest.clock_ms === null ? null : latest.clock_ms - (performance.now() - heard);
    whole = left === null ? 1 : Math.max(whole, latest.clock_ms);
    actions.tick(left, whole, latest.then);
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
