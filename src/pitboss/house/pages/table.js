// The table page: felt, actions, story, seals, adviser; one view of the table per message.

import { Actions } from "./actions.js";
import { Felt } from "./felt.js";
import { Seals } from "./seal.js";
import { Story } from "./story.js";
import { cardName } from "./cards.js";
import { element, money, speak } from "./words.js";

const BUY_IN = 50_000;
const STAFF = ["dealer", "floorperson"];

export function tablePage(main, house, table) {
  const room = element("div", { class: "room" });
  const left = element("div", {});
  const feltRoot = element("section", { "aria-label": "The table" });
  const bar = element("section", { class: "actions", "aria-label": "Your moves" });
  const tools = element("p", { class: "group" });
  const margin = element("aside", { class: "margin", "aria-label": "Story" });
  left.append(feltRoot, bar, tools);
  room.append(left, margin);
  main.append(room);

  let felt = null, layout = null, latest = null, heard = 0, advising = false;
  const seals = new Seals(margin);
  const story = new Story(margin);
  const advice = element("p", { class: "advice", role: "status" });
  const actions = new Actions(bar, async (move) => {
    actions.say(null);
    const answer = await house.move(table, move);
    if (answer.type === "refused" || answer.type === "error") { actions.say(answer); speak(answer.sentence); }
  });
  const me = () => house.welcome.name;
  const mySeat = () => latest?.view.players.find((player) => player.name === me());

  function show(message) {
    latest = message;
    heard = performance.now();
    felt.show(message.view, me());
    story.add(message.story);
    seals.show(message.view, message.facts);
    drawTools();
    actions.show(message, me(), layout, Boolean(mySeat()));
    announce(message);
    if (advising) ask();
  }

  function drawTools() {
    const seat = mySeat();
    const signature = `${seat?.seat}-${seat?.chips}-${advising}`;
    if (tools.dataset.drawn === signature) return;
    tools.dataset.drawn = signature;
    tools.replaceChildren();
    if (!seat) {
      for (let number = 1; number <= layout.positions; number += 1) {
        if (latest.view.players.some((player) => player.seat === number)) continue;
        tools.append(element("button", { type: "button", class: "plain sit", "data-box": number, onclick: () => sit(number) }, `Sit at box ${number}`));
      }
    } else {
      tools.append(
        element("span", {}, `Your chips: ${money(seat.chips)} `),
        element("button", { type: "button", class: "plain", onclick: () => move({ move: "buy-in", cents: BUY_IN }) }, `Buy ${money(BUY_IN)}`),
        element("button", { type: "button", class: "plain", onclick: () => move({ move: "leave" }) }, "Get up"),
        element("label", {}, element("span", {}, element("input", { type: "checkbox", id: "adviser", checked: advising, onchange: (event) => { advising = event.target.checked; tools.dataset.drawn = ""; advice.textContent = ""; if (advising) ask(); } }), " Adviser")),
        advice,
      );
    }
    if (STAFF.includes(house.welcome.role)) tools.append(element("a", { class: "button", href: `#/floor/${table}` }, "Floor page"));
  }

  const move = async (what) => {
    const answer = await house.move(table, what);
    if (answer.type === "refused" || answer.type === "error") actions.say(answer);
    return answer;
  };

  async function sit(number) {
    const answer = await move({ move: "sit", box: number });
    if (answer.type === "accepted") await move({ move: "buy-in", cents: BUY_IN });
  }

  async function ask() {
    if (!latest.view.may.some((name) => ["hit", "stand", "attack", "insure", "second-chance"].includes(name))) { advice.textContent = ""; return; }
    const answer = await house.ask({ type: "ask-advice", table });
    if (answer.type !== "advice") { advice.textContent = answer.sentence ?? ""; return; }
    advice.replaceChildren("Worth on average: ");
    for (const choice of answer.choices) {
      const value = `${choice.value_cents >= 0 ? "+" : "−"}$${Math.abs(choice.value_cents / 100).toFixed(2)}`;
      advice.append(element(choice.best ? "b" : "span", {}, `${choice.move} ${value}`), "  ");
    }
    if (answer.words) advice.append(element("small", {}, answer.words));
  }

  // A screen reader hears the lines of the story as they come, with cards in words.
  function announce(message) {
    if (!message.facts.length) return;
    const words = message.facts.slice(-6).map((fact, place) => fact.fact === "card-dealt"
      ? `${fact.box === 0 ? "dealer" : `box ${fact.box}`} gets ${cardName(fact.card)}`
      : message.story[message.story.length - Math.min(6, message.facts.length) + place]?.words).filter(Boolean);
    const turn = message.view.waiting_for.includes(me()) && message.view.may.length ? ". Your turn." : "";
    speak(words.join(". ") + turn);
  }

  const on = (name, handler) => { house.addEventListener(name, handler); return () => house.removeEventListener(name, handler); };
  const offs = [
    on("table", ({ detail }) => {
      if (detail.table !== table) return;
      layout = detail.layout;
      document.title = `${detail.title} · pitboss`;
      if (!felt) {
        const signs = detail.layout.inscriptions.length ? detail.layout.inscriptions : [detail.layout.odds_shown].filter((words) => words !== "not provided");
        felt = new Felt(feltRoot, { title: detail.title, positions: layout.positions, cards: layout.decks * 52, inscriptions: signs });
      }
      show(detail);
    }),
    on("facts", ({ detail }) => { if (detail.table === table && felt) show(detail); }),
    on("error", ({ detail }) => { if (!felt) feltRoot.replaceChildren(element("p", { class: "notice" }, detail.sentence)); }),
    on("closed", ({ detail }) => { if (detail.table === table) actions.say({ sentence: "This table is closed" }); }),
  ];
  const clock = setInterval(() => {
    if (latest) actions.tick(latest.clock_ms === null ? null : latest.clock_ms - (performance.now() - heard), latest.then);
  }, 250);
  house.join(table);

  return () => {
    clearInterval(clock);
    actions.close();
    offs.forEach((off) => off());
    house.leave(table);
    document.title = "pitboss";
  };
}
