// The pages of the house: which one is shown is in the address after the #.

import { House } from "./socket.js";
import { element, money, part } from "./words.js";
import { tablePage } from "./table.js";
import { Line } from "./line.js";
import { besideTable } from "./beside_table.js";
import { keepReceipts } from "./receipts.js";
import { remember, remembered } from "./remember.js";

const house = new House();
const main = part(document, "#main");
const who = part(document, "#who");
const line = new Line(house, main);
keepReceipts(house);
let leavePage = () => {};

/** @typedef {(main: HTMLElement, house: House, name: string) => (() => void) | void} Page */
/** @type {[RegExp, Page][]} */
const PAGES = [
  [/^#\/table\/([a-z0-9-]+)$/, atTable],
  [/^#\/floor\/([a-z0-9-]+)$/, later(async () => (await import("./floor.js")).floorPage)],
  [/^#\/deal\/([a-z0-9-]+)$/, later(async () => (await import("./console.js")).consolePage)],
  [/^#\/shift\/([a-z0-9-]+)$/, later(async () => (await import("./shift.js")).shiftPage)],
  [/^#\/account$/, later(async () => (await import("./account.js")).accountPage)],
  [/^#\/history$/, later(async () => (await import("./history.js")).historyPage)],
  [/^#\/round\/([a-z0-9.-]+)$/, later(async () => (await import("./round.js")).roundPage)],
  [/^#\/drills(?:\/([a-z0-9-]+\/[a-z0-9-]+))?$/, later(async () => (await import("./drills.js")).drillsPage)],
  [/^#\/instructor$/, later(async () => (await import("./instructor.js")).instructorPage)],
  [/^#\/look\/([a-z0-9]+)$/, later(async () => (await import("./exams.js")).lookPage)],
  [/^#\/tests$/, later(async () => (await import("./exams.js")).testsPage)],
  [/^#\/test\/([a-z0-9]+)$/, later(async () => (await import("./exams.js")).testPage)],
  [/^#\/result\/([a-z0-9]+)$/, later(async () => (await import("./exams.js")).resultPage)],
  [/^#\/review(?:\/([a-z0-9-]+))?$/, later(async () => (await import("./review.js")).reviewPage)],
  [/^#?\/?$/, later(async () => (await import("./lobby.js")).lobbyPage)],
];

// Whoever comes to a table by its link needs no other page: each comes when it is asked for.
/** @param {() => Promise<Page>} load @returns {Page} */
function later(load) {
  return (main, house, name) => {
    let leave = () => {};
    let left = false;
    load().then((page) => {
      if (!left) leave = page(main, house, name) ?? leave;
    });
    return () => {
      left = true;
      leave();
    };
  };
}

/** @param {HTMLElement} main @param {House} house @param {string} table */
function atTable(main, house, table) {
  const leave = [besideTable(house, table), tablePage(main, house, table)];
  return () => leave.forEach((each) => each());
}

function show() {
  leavePage();
  leavePage = () => {};
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (link.getAttribute("href") === (location.hash || "#/")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren();
  for (const [pattern, page] of PAGES) {
    const match = pattern.exec(location.hash || "#/");
    if (match) {
      leavePage = page(main, house, match[1] ?? "") ?? (() => {});
      main.focus({ preventScroll: true });
      return;
    }
  }
  main.append(
    element("p", { class: "notice" }, "There is no such page. ", element("a", { href: "#/" }, "To the lobby")),
  );
}

function whoAmI() {
  const me = house.welcome;
  who.textContent = me.name && `${me.name} (${me.role}) · ${money(me.bankroll_cents)} practice chips`;
}

house.on("connection", ({ up }) => {
  document.body.dataset.connection = up ? "up" : "down";
  line.up(up);
  if (up) whoAmI();
});
house.on("bankroll", whoAmI);
house.on("waiting", ({ sentence }) => {
  if (sentence) who.textContent = sentence;
  else whoAmI();
});

const root = document.documentElement;
root.dataset.scheme = remembered("scheme");
part(document, "#scheme").addEventListener("click", () => {
  const dark = root.dataset.scheme
    ? root.dataset.scheme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.scheme = dark ? "light" : "dark";
  remember("scheme", root.dataset.scheme);
});

addEventListener("hashchange", show);
house.addEventListener(
  "welcome",
  () => {
    if (!main.childElementCount) show();
  },
  { once: true },
);
house.enter().catch(() => {
  main.append(element("p", { class: "notice" }, "The house does not answer. Reload the page in a moment."));
});
