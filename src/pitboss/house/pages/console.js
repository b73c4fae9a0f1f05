// The dealer's console: the table from behind, the rack in front, and every move of the house as a control.

import { notToBeHad, refused } from "./refusal.js";
import { AT_WORK, ConsoleBar } from "./console_bar.js";
import { ConsoleChips, wagersIn } from "./console_chips.js";
import { ConsoleMargin } from "./console_margin.js";
import { dealersForm } from "./deal.js";
import { Felt } from "./felt.js";
import { Motion } from "./motion.js";
import { Picture } from "./picture.js";
import { share } from "./share.js";
import { spokenOf } from "./spoken.js";
import { Story } from "./story.js";
import { become, element, part, speak } from "./words.js";

/** @import { House } from "./socket.js" */
/** @typedef {Said.Table | Said.Facts} Message */

const STYLE = "console.css";

// What only a dealer needs to see comes with the console.
function dress() {
  if (document.querySelector(`link[href="/${STYLE}"]`)) return;
  document.head.append(element("link", { rel: "stylesheet", href: `/${STYLE}` }));
}

/** @param {HTMLElement} main @param {House} house @param {string} table */
export function consolePage(main, house, table) {
  dress();
  const feltRoot = element("section", { class: "behind", "aria-label": "The table from behind" });
  const rack = element("div", { class: "chip-rack", role: "group", "aria-label": "Your rack" });
  const said = element("p", { class: "refusal", role: "alert" });
  const tried = element("section", { class: "tried", role: "alert", hidden: true });
  const paying = element("section", {
    class: "paying panel",
    "aria-label": "Pay and take",
    tabindex: "-1",
    hidden: true,
  });
  const talk = element("form", { class: "panel talk", hidden: true });
  const bar = element("section", { class: "actions console-bar", "aria-label": "Your moves", tabindex: "-1" });
  const margin = element("aside", { class: "margin", "aria-label": "How it goes" });
  const head = element("div", { class: "console-head" });
  const left = element("div", { class: "left console" }, head, feltRoot, rack, tried, said, paying, talk, bar);
  main.append(element("div", { class: "room" }, left, element("div", { class: "right" }, margin)));

  const picture = new Picture();
  const motion = new Motion();
  const report = new ConsoleMargin(margin, table);
  const story = new Story(margin);
  /** @type {Felt | null} */
  let felt = null;
  /** @type {Message | null} what was told of the table, until the console that belongs to it comes */
  let waiting = null;
  /** @type {Said.View | null} */
  let view = null;
  /** @type {Said.Console | null} */
  let told = null;
  let busy = false;
  let works = false; // people play here: the house counts nothing, and the table handles chips and cards by itself

  // One thing at a time: a key held down does not do the next thing too.
  /** @param {object} act */
  async function act(act) {
    if (busy) return;
    busy = true;
    bar.setAttribute("aria-busy", "true");
    said.replaceChildren();
    const answer = told?.mode === AT_WORK ? await work(act) : await house.ask({ type: "do-act", table, act });
    busy = false;
    bar.removeAttribute("aria-busy");
    if (answer.type === "accepted") return;
    const words = refused(answer);
    said.replaceChildren(...words);
    if (chips.open) chips.draw();
  }
  // At a table where people play a step is a move like any other, made in a role of the house.
  /** @param {object} act */
  function work(act) {
    const { by, ...move } = /** @type {{move: Moves.Any & {by: string}}} */ (act).move;
    return house.move(table, /** @type {Moves.Any} */ (/** @type {unknown} */ (move)), by);
  }

  async function look() {
    const answer = await fetch(`/api/tables/${table}/console`);
    if (answer.ok) beside(await answer.json());
    else said.textContent = "This table is for its dealer and for a floorperson of the house.";
  }
  const chips = new ConsoleChips(rack, paying, act);
  const controls = new ConsoleBar(bar, act, { tool: draw, chips: () => chips.look(), say: talking });

  /** @param {Message} message @param {Said.Console} console */
  function take(message, console) {
    for (const [place, fact] of message.facts.entries()) {
      if (message.type === "facts" && !motion.still && !console.held) felt?.chips(fact);
      picture.take(fact);
      story.take(fact, message.story[place]);
    }
    for (const fact of console.shown) picture.take(fact);
    if (!console.held) picture.settle(message.view);
    view = message.view;
    document.body.dataset.at = String(message.at);
  }

  function draw() {
    if (!felt || !view || !told) return;
    const lying = wagersIn(picture.boxes);
    const open = new Set(lying.map(({ box, wager }) => `${box}:${wager}`));
    const doing = { staged: {}, suggested: false, chosen: "", sits: [], open };
    felt.show(picture, { ...view, waiting_at_box: 0, waiting_at_hand: 0 }, "", doing);
    controls.show(told, view.phase);
    chips.stock(told.rack);
    chips.show(lying, String(view.round));
    places(view.waiting_at_box);
  }

  // Every box, and the dealer's own hand, can be tapped with the tool that is in hand.
  /** @param {number} due where the next step is, as far as the dealer is told */
  function places(due) {
    const next = told?.next ? JSON.stringify(told.next.act) : "";
    const own = /"(to|box)":0\b/.test(next);
    for (const box of feltRoot.querySelectorAll(".box, .dealer")) {
      const number = box instanceof HTMLElement ? Number(box.dataset.box ?? 0) : 0;
      const there = box.querySelector(":scope > .place");
      const button =
        there instanceof HTMLButtonElement
          ? there
          : element("button", { type: "button", class: "place", "data-place": number });
      if (button !== there) box.append(button);
      button.hidden = !controls.fits(number);
      const label = controls.label(number);
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      const words = label.split(":")[0] ?? "";
      if (button.textContent !== words) button.textContent = words;
      const asked = works && number > 0 && view?.waiting_for.includes("dealer");
      const meant = told?.next || asked ? (number ? due === number : own) : false;
      box.classList.toggle("meant", meant);
    }
  }

  feltRoot.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const spot = target.closest(".spot");
    if (spot instanceof HTMLElement) {
      chips.look(Number(spot.dataset.box), spot.dataset.wager);
      return;
    }
    const place = target.closest(".box, .dealer");
    const hand = target.closest(".hand[data-hand]");
    const meant = hand instanceof HTMLElement ? Number(hand.dataset.hand) : 0;
    if (place instanceof HTMLElement) tap(Number(place.dataset.box ?? 0), meant);
  });

  // One hand that is tapped is meant, else all that lie there, from the dealer's right.
  /** @param {number} place @param {number} [meant] */
  function tap(place, meant = 0) {
    if (!controls.fits(place)) return;
    const lying = picture.boxes.find(({ box }) => box === place)?.hands.filter(({ cards }) => cards.length) ?? [];
    const all = place ? lying.map(({ hand }) => hand).toSorted((one, other) => other - one) : [1];
    controls.tap(place, meant ? [meant] : all);
  }

  // What is announced: one of what is usually said, or anything else.
  function talking() {
    const words = element("input", { name: "words", required: true, maxlength: 200, autocomplete: "off" });
    const say = (/** @type {string} */ what) => {
      talk.hidden = true;
      bar.focus({ preventScroll: true });
      act({ act: "say", words: what });
    };
    const usual = (told?.phrases ?? []).map((phrase) =>
      element("button", { type: "button", class: "plain", onclick: () => say(phrase) }, `“${phrase}”`),
    );
    talk.replaceChildren(
      element("label", {}, "Say aloud", words),
      element("button", { type: "submit" }, "Say it"),
      ...usual,
      element("button", { type: "button", class: "plain", onclick: () => (talk.hidden = true) }, "Close"),
    );
    talk.onsubmit = (event) => {
      event.preventDefault();
      say(words.value);
    };
    talk.hidden = false;
    words.focus();
  }

  /** @param {Said.Tried | null} what */
  function ask(what) {
    tried.hidden = !what;
    if (!what) return;
    const rule = (/** @type {boolean} */ lets) => () => act({ act: "ruling", lets });
    become(
      tried,
      element("strong", {}, `${what.player} ${what.words}.`),
      element("button", { type: "button", "data-lets": "no", onclick: rule(false) }, "Say no"),
      element("button", { type: "button", class: "plain", "data-lets": "yes", onclick: rule(true) }, "Let it stand"),
    );
  }

  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    const onButton = event.target.closest("button, a, summary");
    if (onButton && (key === "enter" || key === " ")) return;
    if (chips.press(key)) event.preventDefault();
    else if (controls.keyed(key)) {
      event.preventDefault();
      controls.keyed(key)?.click();
    } else if (/^[0-9]$/.test(key) && feltRoot.querySelector(`[data-place="${key}"]`)) {
      event.preventDefault();
      tap(Number(key));
    }
  };
  document.addEventListener("keydown", press);

  /** @param {Said.Table} message */
  function open({ title, layout, view: { game } }) {
    document.title = `Dealing ${title} · pitboss`;
    const form = dealersForm(house, game, title, layout.positions, (why) => said.replaceChildren(...refused(why)));
    head.replaceChildren(form);
    chips.areas = layout.areas;
    return new Felt(
      feltRoot,
      {
        title,
        inscriptions: layout.inscriptions,
        dealtFrom: layout.dealt_from.includes("shoe") ? "shoe" : "deck",
        boxes: Array.from({ length: layout.positions }, (_, place) => place + 1),
        areas: layout.areas,
        before: Object.keys(layout.areas).filter((kind) => kind !== "insurance"),
      },
      motion,
    );
  }

  /** @param {Message} message */
  const hear = (message) => {
    if (message.table !== table) return;
    waiting = waiting
      ? { ...message, facts: [...waiting.facts, ...message.facts], story: [...waiting.story, ...message.story] }
      : message;
    if (message.type === "table") {
      felt ??= open(message);
      works = !message.practice;
      rack.hidden = works;
    }
    if (works) look();
  };

  /** @param {Said.Console} console */
  const beside = (console) => {
    if (console.table !== table) return;
    told = { ...console, controls: console.controls ?? told?.controls ?? null };
    head.hidden = !console.shift; // where nobody counts, nothing can be chosen either
    if (console.people && felt && !head.querySelector(".share")) head.append(share(table, "this table"));
    const message = waiting;
    waiting = null;
    if (message) take(message, console);
    draw();
    ask(console.tried);
    report.show(console);
    if (message?.type === "facts") {
      const next = console.next ? [`Next: ${console.next.words}`] : [];
      speak([...spokenOf(message), ...next].join(". "));
    }
  };
  const offs = [
    house.on("table", hear),
    house.on("facts", hear),
    house.on("console", beside),
    notToBeHad(house, table, feltRoot),
    house.on("closed", (message) => {
      if (message.table !== table) return;
      said.textContent = "The table is closed.";
      part(left, ".console-bar").hidden = true;
    }),
  ];
  house.join(table);
  return () => {
    document.removeEventListener("keydown", press);
    offs.forEach((off) => off());
    house.leave(table);
    document.title = "pitboss";
    delete document.body.dataset.at;
  };
}
