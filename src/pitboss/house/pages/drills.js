// Drills: choose a game and a drill, then item after item. The house asks, times and marks; what was failed comes back.

import { refused } from "./refusal.js";
import { asking, post, styled } from "./asking.js";
import { cite } from "./story.js";
import { element, inWords, speak } from "./words.js";

/** @import { House } from "./socket.js" */

/** @param {HTMLElement} main @param {House} _ @param {string} which a game and a drill, or nothing */
export function drillsPage(main, _, which) {
  styled();
  const [game, drill] = which.split("/");
  return game && drill ? drillPage(main, game, drill) : listPage(main);
}

/** @param {HTMLElement} main */
function listPage(main) {
  const page = element("div", { class: "page" }, element("h1", {}, "Drills"));
  page.append(
    element(
      "p",
      { class: "lead" },
      "What a dealer has to know, item by item. What you miss comes back soon, what you know after a while. ",
      "Nobody keeps a list of answers: each item is dealt anew from the rules.",
    ),
  );
  const said = element("p", { role: "status" }, "Looking…");
  page.append(said);
  main.append(page);
  load();

  async function load() {
    const answer = await fetch("/api/drills");
    if (!answer.ok) {
      said.textContent = "The house did not answer. Reload the page in a moment.";
      return;
    }
    /** @type {Said.DrillGame[]} */
    const games = await answer.json();
    said.remove();
    for (const { game, title, drills } of games)
      page.append(
        element("h2", {}, title),
        element("ul", { class: "drill-list" }, ...drills.map((one) => drillCard(game, title, one))),
      );
  }
}

/** @param {string} game @param {string} title @param {Said.DrillState} one */
function drillCard(game, title, one) {
  const name = inWords(one.drill);
  const { done, right } = one.answered;
  const come = done ? `${right} of ${done} right, ${Math.round(one.took_ms / done / 100) / 10} s each` : "not begun";
  return element(
    "li",
    {},
    element("h3", {}, name.charAt(0).toUpperCase() + name.slice(1)),
    element("p", {}, one.words),
    boxes(one),
    element("p", {}, come),
    element(
      "a",
      { class: "button", href: `#/drills/${game}/${one.drill}`, "aria-label": `${name}, ${title}` },
      done ? "Go on" : "Begin",
    ),
  );
}

// How much lies in which box: the fuller to the right, the better it is known.
/** @param {Said.DrillState} one */
function boxes({ boxes: many }) {
  const words = many.map((count, box) => `${count} in box ${box}`).filter((_, box) => many[box]);
  const label = words.length ? `What was asked: ${words.join(", ")}` : "Nothing was asked yet";
  const bars = many.map((count) => {
    const bar = element("i", { hidden: !count });
    bar.style.flex = String(count);
    return bar;
  });
  return element("div", { class: "boxes-of", role: "img", "aria-label": label }, ...bars);
}

/** @param {HTMLElement} main @param {string} game @param {string} drill */
function drillPage(main, game, drill) {
  const address = `/api/drills/${game}/${drill}`;
  const name = inWords(drill);
  const heading = element("h1", {}, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  const count = element("span", {});
  const time = element("span", { class: "time" });
  const place = element("div", {});
  const marked = element("div", { role: "status" });
  const refusal = element("p", { class: "refusal", role: "alert" });
  main.append(
    element(
      "div",
      { class: "page drill" },
      element("p", {}, element("a", { href: "#/drills" }, "All drills"), ` · ${inWords(game)}`),
      heading,
      element("div", { class: "asked-head" }, count, time),
      marked,
      place,
      refusal,
    ),
  );
  let leaveItem = () => {};
  let since = 0;
  let gone = false;
  const ticking = setInterval(() => {
    if (since) time.textContent = `${Math.floor((performance.now() - since) / 1000)} s`;
  }, 500);

  /** @param {Said.Asked} item @param {boolean} first */
  function show(item, first) {
    leaveItem();
    count.textContent = `Item ${item.number}`;
    since = performance.now();
    time.textContent = "0 s";
    const { drawn, leave } = asking(item, (given) => answer(item.number, given));
    leaveItem = leave;
    place.replaceChildren(drawn);
    const field = drawn.querySelector("form input");
    const question = drawn.querySelector(".question");
    if (field instanceof HTMLElement && matchMedia("(hover: hover)").matches) field.focus({ preventScroll: first });
    else if (question instanceof HTMLElement) question.focus({ preventScroll: true });
  }

  /** @param {Response} answer */
  async function fails(answer) {
    /** @type {Said.FaultBody} */
    const fault = await answer.json();
    refusal.replaceChildren(...refused(fault.error));
  }

  async function begin() {
    marked.textContent = "The house lays it out…";
    const answer = await post(address);
    if (gone) return;
    marked.replaceChildren();
    if (answer.ok) show(await answer.json(), true);
    else await fails(answer);
  }

  /** @param {number} number @param {string} given */
  async function answer(number, given) {
    leaveItem(); // a key that is pressed meanwhile is not for this item any more
    for (const button of place.querySelectorAll("button")) button.disabled = true;
    const told = await post(`${address}/answer`, { number, given });
    if (gone) return;
    refusal.replaceChildren();
    if (!told.ok) {
      await fails(told);
      await begin();
      return;
    }
    /** @type {Said.Marked} */
    const answered = await told.json();
    mark(answered, given);
    show(answered.next, false);
  }

  /** @param {Said.Marked} answered @param {string} given */
  function mark({ right, answers, clauses, planted, took_ms: took, state }, given) {
    const seconds = `${Math.round(took / 100) / 10} s`;
    const should = answers.map((one) => one.replace(/^(\d+) .*/, planted ? "line $1" : one)).join(" or ");
    const fault = planted ? `${should}: ${planted}` : should;
    const verdict = right ? `Right, in ${seconds}.` : `Wrong: it is ${fault}.`;
    marked.replaceChildren(
      element(
        "div",
        { class: right ? "marked" : "marked wrong" },
        element("p", {}, element("strong", {}, verdict), right && planted ? ` ${fault}.` : ""),
        ...(right ? [] : [element("p", {}, `You said: ${given === "" ? "nothing" : given}`)]),
        ...(clauses.length ? [element("p", {}, "By ", ...clauses.flatMap((id) => [cite(id), " "]))] : []),
        element("p", {}, `${state.answered.right} of ${state.answered.done} right so far.`),
      ),
    );
    speak(verdict);
  }

  begin();
  return () => {
    gone = true;
    leaveItem();
    clearInterval(ticking);
  };
}
