// Motion: how fast things are seen to happen, cards and chips that travel, and when they are heard. Whoever asks for
// less motion sees everything at once; sound is off until it is asked for.

import { remember, remembered } from "./remember.js";
import { reduced } from "./words.js";

/** @type {Record<string, number>} how long things take, of the usual time */
export const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };
// How long a fact is looked at before the next one, in milliseconds.
/** @type {Partial<Record<Facts.Any["fact"], number>>} */
const PAUSES = {
  "wager-placed": 160,
  "card-dealt": 300,
  "card-laid": 560,
  "hand-split": 340,
  "hole-card-turned": 700,
  "second-chance-drawn": 500,
  "hand-busted": 450,
  "hand-shown": 500,
  "wager-collected": 380,
  "wager-paid": 460,
  "wager-returned": 320,
  "hand-settled": 260,
  "dealer-stood": 350,
};
const DEALERS_CARD = 650;

export class Motion {
  constructor() {
    this.speed = remembered("speed", "normal");
    this.sound = remembered("sound", "off") === "on";
    this.last = -Infinity; // when something was heard last
  }

  /** @param {"speed" | "sound"} name @param {string} value */
  choose(name, value) {
    if (name === "speed") this.speed = value;
    else this.sound = value === "on";
    remember(name, value);
    if (name === "sound") this.heard((sound) => sound.clink());
  }

  get factor() {
    return SPEEDS[this.speed] ?? 1;
  }

  get still() {
    return reduced() || this.factor === 0 || document.hidden;
  }

  /** @param {Facts.Any} fact */
  pause(fact) {
    if (this.still) return 0;
    const dealers = fact.fact === "card-dealt" && fact.box === 0;
    return this.factor * (dealers ? DEALERS_CARD : (PAUSES[fact.fact] ?? 0));
  }

  /** @param {Element} what @param {Keyframe[]} frames @param {number} ms @param {string} easing */
  move(what, frames, ms, easing) {
    return what.animate(frames, { duration: ms * (this.factor || 1), easing, fill: "backwards" }).finished;
  }

  /** @param {HTMLElement} card @param {DOMRect} from */
  comes(card, from) {
    this.heard((sound) => sound.rustle());
    if (this.still) return;
    const here = card.getBoundingClientRect();
    const rest = getComputedStyle(card).transform;
    const start = `translate(${from.left - here.left}px, ${from.top - here.top}px) rotate(-24deg) scale(.7)`;
    this.move(
      card,
      [
        { transform: start, opacity: 0.4 },
        { transform: rest, opacity: 1 },
      ],
      320,
      "cubic-bezier(.2,.7,.3,1)",
    );
  }

  /** @param {HTMLElement} card */
  turns(card) {
    this.heard((sound) => sound.rustle());
    if (this.still) return;
    this.move(card, [{ transform: "scaleX(0)" }, { transform: "none" }], 260, "ease-out");
  }

  /** @param {HTMLElement} card @param {DOMRect} here @param {DOMRect} to @param {HTMLElement} root */
  goes(card, here, to, root) {
    card.classList.add("leaving");
    Object.assign(card.style, { left: `${here.left}px`, top: `${here.top}px`, width: `${here.width}px` });
    card.setAttribute("aria-hidden", "true");
    root.append(card);
    const end = `translate(${to.left - here.left}px, ${to.top - here.top}px) scale(.6)`;
    const frames = [
      { transform: "none", opacity: 1 },
      { transform: end, opacity: 0.2 },
    ];
    this.move(card, frames, 340, "ease-in").finally(() => card.remove());
  }

  /** @param {string} svg @param {DOMRect} from @param {DOMRect} to @param {HTMLElement} root */
  chips(svg, from, to, root) {
    this.heard((sound) => sound.clink());
    if (this.still) return;
    const stack = document.createElement("span");
    stack.className = "flying";
    stack.setAttribute("aria-hidden", "true");
    stack.innerHTML = svg;
    stack.style.left = `${from.left + from.width / 2}px`;
    stack.style.top = `${from.top + from.height / 2}px`;
    root.append(stack);
    const [x, y] = [
      to.left + to.width / 2 - from.left - from.width / 2,
      to.top + to.height / 2 - from.top - from.height / 2,
    ];
    const frames = [
      { transform: "translate(-50%, -50%)", opacity: 0.8 },
      { transform: `translate(calc(${x}px - 50%), calc(${y}px - 50%))`, opacity: 1 },
    ];
    this.move(stack, frames, 380, "cubic-bezier(.3,.6,.3,1)").finally(() => stack.remove());
  }

  /** @param {number} net */
  end(net) {
    this.heard((sound) => sound.end(net), 0);
  }

  // What makes the sounds comes once they are asked for.
  /** @param {(sound: typeof import("./sound.js")) => void} play @param {number} apart many at once are one */
  heard(play, apart = 60) {
    const now = performance.now();
    if (!this.sound || document.hidden || now - this.last < apart) return;
    this.last = now;
    import("./sound.js").then(play);
  }
}
