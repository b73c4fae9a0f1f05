// An item of a drill as it is asked: by choice, by amount or chips, by a word, or as a round in which to cry foul.
// What is right is the house's to say; here somebody only answers.

import { element, inWords, money, part } from "./words.js";

/** @typedef {(given: string) => void} Say */
/** @typedef {{ drawn: HTMLElement, leave: () => void }} Asking */

// The school's own style comes with its first page.
export function styled() {
  if (document.querySelector("link[href='/school.css']")) return;
  document.head.append(element("link", { rel: "stylesheet", href: "/school.css" }));
}

/** @param {string} address @param {object} [body] */
export async function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body ?? {}) });
}

// Keys that are pressed anywhere but in a field.
/** @param {Record<string, () => void>} keys */
function listen(keys) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const pressed = keys[event.key.toLowerCase()];
    if (typing || !pressed || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLButtonElement && [" ", "enter"].includes(event.key.toLowerCase())) return;
    event.preventDefault();
    pressed();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** @param {Said.Asked} item @param {Say} say @returns {Asking} */
export function asking(item, say) {
  if (item.answer === "place") return spotting(item, say);
  const how = { choice: choosing, amount: paying }[item.answer] ?? telling;
  const question = element("h2", { class: "question", tabindex: -1 }, item.question);
  const large = item.shown.length < 3 ? "shown large" : "shown";
  const region = { class: large, tabindex: 0, "aria-label": "What is shown" };
  const shown = element("ol", region, ...item.shown.map((line) => element("li", {}, line)));
  const { fields, leave } = how(item, say);
  return { drawn: element("div", {}, ...(item.shown.length ? [shown] : []), question, ...fields), leave };
}

/** @param {Said.Asked} item @param {Say} say */
function choosing(item, say) {
  const choices = item.choices.map((choice, place) =>
    element(
      "button",
      { type: "button", class: "plain", onclick: () => say(String(place + 1)) },
      element("kbd", { "aria-hidden": "true" }, String(place + 1)),
      choice,
    ),
  );
  const keys = Object.fromEntries(choices.map((button, place) => [String(place + 1), () => button.click()]));
  return { fields: [element("div", { class: "choices" }, ...choices)], leave: listen(keys) };
}

/** @param {Said.Asked} _ @param {Say} say */
function telling(_, say) {
  const field = element("input", { name: "given", autocomplete: "off", required: true, maxlength: 200 });
  return { fields: [answerForm([element("label", {}, "Your answer", field)], () => say(field.value))], leave() {} };
}

// By amount, or in chips: whoever lays chips pays with them.
/** @param {Said.Asked} item @param {Say} say */
function paying(item, say) {
  /** @type {Said.Chip[]} */
  let laid = [];
  const field = element("input", { name: "given", inputmode: "decimal", autocomplete: "off", maxlength: 20 });
  const told = element("p", { class: "laid", role: "status" });
  const tell = () => {
    const sum = laid.reduce((total, chip) => total + chip.cents, 0);
    told.textContent = laid.length ? `In front of you: ${chips(laid)}, ${laid.length} chips (${money(sum)})` : "";
    field.disabled = laid.length > 0;
    back.disabled = !laid.length;
  };
  const lay = (/** @type {Said.Chip} */ chip) => {
    laid = [...laid, chip];
    tell();
  };
  const take = () => {
    laid = laid.slice(0, -1);
    tell();
  };
  const back = element("button", { type: "button", class: "plain", onclick: take, disabled: true }, "Take one back");
  const rack = item.chips.map((chip) =>
    element(
      "button",
      { type: "button", "data-colour": chip.colour, onclick: () => lay(chip) },
      element("b", {}, money(chip.cents)),
      chip.colour,
    ),
  );
  const form = answerForm(
    [
      element("label", {}, "Amount in dollars", field),
      element("div", { class: "rack", role: "group", "aria-label": "Or lay chips" }, ...rack),
      back,
    ],
    () => say(laid.length ? chips(laid).replaceAll(", ", " + ") : field.value),
  );
  return { fields: [form, told], leave() {} };
}

/** @param {Said.Chip[]} laid */
function chips(laid) {
  /** @type {Map<string, number>} */
  const many = new Map();
  for (const { colour } of [...laid].sort((a, b) => b.cents - a.cents)) many.set(colour, (many.get(colour) ?? 0) + 1);
  return [...many].map(([colour, count]) => `${count} ${colour}`).join(", ");
}

/** @param {HTMLElement[]} fields @param {() => void} say */
function answerForm(fields, say) {
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    say();
  };
  return element(
    "form",
    { class: "answer-row", onsubmit: send },
    ...fields,
    element("button", { type: "submit" }, "Answer"),
  );
}

// A round step by step; whoever sees something wrong cries foul, and says where and what.
/** @param {Said.Asked} item @param {Say} say @returns {Asking} */
function spotting(item, say) {
  let shown = 1;
  let where = 0;
  const steps = element("ol", { class: "steps" });
  const list = element("div", { class: "shown", tabindex: 0, role: "region", "aria-label": "The round" }, steps);
  const question = element("h2", { class: "question", tabindex: -1 }, "Is this dealt by the book?");
  const controls = element("div", { class: "group" });
  const what = element("div", { class: "choices" });
  const line = (/** @type {number} */ place) => (item.shown[place - 1] ?? "").replace(/^\d+ {2}/, "");

  function show() {
    steps.replaceChildren(
      ...item.shown.slice(0, shown).map((_, place) =>
        element(
          "li",
          { class: place + 1 === shown ? "now" : "" },
          element("span", {}, `${place + 1}  ${line(place + 1)}`),
        ),
      ),
    );
    steps.lastElementChild?.scrollIntoView({ block: "nearest" });
    next.disabled = all.disabled = shown === item.shown.length;
    none.disabled = shown < item.shown.length;
  }
  const on = (/** @type {number} */ many) => {
    shown = Math.min(shown + many, item.shown.length);
    show();
    if (next.disabled && document.activeElement === document.body) none.focus();
  };
  const button = (/** @type {string} */ words, /** @type {string} */ key, /** @type {() => void} */ press) =>
    element(
      "button",
      { type: "button", class: "plain", onclick: press },
      words,
      element("kbd", { "aria-hidden": "true" }, key),
    );
  const next = button("Next step", "N", () => on(1));
  const all = button("All steps", "A", () => on(item.shown.length));
  const none = button("No fault", "0", () => say("none"));
  const foul = button("Foul!", "F", cry);
  foul.className = "foul";

  // The round stops: the line is pressed, then what it is.
  function cry() {
    question.textContent = "Where? Press the line at which it shows.";
    controls.replaceChildren(button("Go on watching", "W", watch));
    steps.replaceChildren(
      ...item.shown.slice(0, shown).map((_, place) => {
        const press = () => point(place + 1);
        const words = `${place + 1}  ${line(place + 1)}`;
        return element("li", {}, element("button", { type: "button", "aria-pressed": "false", onclick: press }, words));
      }),
    );
    const last = steps.lastElementChild?.querySelector("button");
    last?.focus();
  }
  /** @param {number} place */
  function point(place) {
    where = place;
    for (const [number, pressed] of steps.querySelectorAll("button").entries())
      pressed.setAttribute("aria-pressed", String(number + 1 === place));
    question.textContent = `What is wrong at line ${place}?`;
    what.replaceChildren(
      ...item.whats.map((words, number) =>
        element(
          "button",
          { type: "button", class: "plain", onclick: () => say(`${where} ${number + 1}`) },
          element("kbd", { "aria-hidden": "true" }, String(number + 1)),
          inWords(words),
        ),
      ),
    );
    part(what, "button").focus();
  }
  function watch() {
    where = 0;
    what.replaceChildren();
    question.textContent = "Is this dealt by the book?";
    controls.replaceChildren(next, all, foul, none);
    show();
  }
  const press = (/** @type {HTMLButtonElement} */ one) => () => one.isConnected && one.click();
  const numbered = (/** @type {number} */ number) => () => {
    const chosen = what.querySelectorAll("button")[number - 1];
    chosen?.click();
  };
  const leave = listen({
    n: press(next),
    a: press(all),
    f: press(foul),
    0: press(none),
    w: () => controls.childElementCount === 1 && watch(),
    ...Object.fromEntries([1, 2, 3, 4].map((number) => [String(number), numbered(number)])),
  });
  watch();
  return { drawn: element("div", {}, list, question, controls, what), leave };
}
