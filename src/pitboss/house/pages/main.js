// The pages of the house: which one is shown is in the address after the #.

import { House } from "./socket.js";
import { element, money, part } from "./words.js";
import { Line } from "./line.js";
import { keepReceipts } from "./receipts.js";
import { remember, remembered } from "./remember.js";

const house = new House();
const main = part(document, "#main");
const who = part(document, "#who");
const line = new Line(house, main);
keepReceipts(house);
let leavePage = () => {};

/** @typedef {(main: HTMLElement, house: House, name: string) => (() => void) | void} Page */
/** @type {[RegExp, () => Promise<Page>][]} each comes when it is asked for */
const PAGES = [
  [/^#\/table\/([a-z0-9-]+)$/, async () => (await import("./table.js")).tablePage],
  [/^#\/floor\/([a-z0-9-]+)$/, async () => (await styled(import("./floor.js"))).floorPage],
  [/^#\/deal\/([a-z0-9-]+)$/, async () => (await styled(import("./console.js"))).consolePage],
  [/^#\/shift\/([a-z0-9-]+)$/, async () => (await styled(import("./shift.js"))).shiftPage],
  [/^#\/account(?:\/([A-Za-z0-9_-]+))?$/, async () => (await import("./account.js")).accountPage],
  [/^#\/history$/, async () => (await styled(import("./history.js"))).historyPage],
  [/^#\/round\/([a-z0-9.-]+)$/, async () => (await styled(import("./round.js"))).roundPage],
  [/^#\/drills(?:\/([a-z0-9-]+\/[a-z0-9-]+))?$/, async () => (await styled(import("./drills.js"))).drillsPage],
  [/^#\/instructor$/, async () => (await styled(import("./instructor.js"))).instructorPage],
  [/^#\/look\/([a-z0-9]+)$/, async () => (await styled(import("./exams.js"))).lookPage],
  [/^#\/tests$/, async () => (await styled(import("./exams.js"))).testsPage],
  [/^#\/test\/([a-z0-9]+)$/, async () => (await styled(import("./exams.js"))).testPage],
  [/^#\/result\/([a-z0-9]+)$/, async () => (await styled(import("./exams.js"))).resultPage],
  [/^#\/review(?:\/([a-z0-9-]+))?$/, async () => (await styled(import("./review.js"))).reviewPage],
  [/^#?\/?$/, async () => (await styled(import("./lobby.js"))).lobbyPage],
];
// What is no table has a sheet of its own, and is drawn when that is there.
/** @type {Promise<unknown> | null} */
let sheet = null;
/** @template Module @param {Promise<Module>} module */
function styled(module) {
  sheet ??= new Promise((resolve) => {
    document.head.append(
      element("link", { rel: "stylesheet", href: "/pages.css", onload: resolve, onerror: resolve }),
    );
  });
  return sheet.then(() => module);
}

const asked = () => PAGES.find(([pattern]) => pattern.test(location.hash));

/** @param {(Node | string)[]} words */
const notice = (...words) => main.append(element("p", { class: "notice" }, ...words));

function show() {
  leavePage();
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (link.getAttribute("href") === (location.hash || "#/")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren();
  const [pattern, load] = asked() ?? [];
  if (!load) notice("There is no such page. ", element("a", { href: "#/" }, "To the lobby"));
  else leavePage = open(load, pattern?.exec(location.hash)?.[1] ?? "");
  main.focus({ preventScroll: true });
}

/** @param {() => Promise<Page>} load @param {string} name */
function open(load, name) {
  let leave = () => {};
  let left = false;
  load().then(
    (page) => {
      if (!left) leave = page(main, house, name) ?? leave;
    },
    () => notice("This page could not be fetched. Reload it when the connection is back."),
  );
  return () => {
    left = true;
    leave();
  };
}

function whoAmI() {
  const me = house.welcome;
  part(document, "nav [href='#/review']").hidden = !["guest", "player"].includes(me.role); // staff do not play
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
asked()?.[1]().catch(() => {}); // it is on its way while the house says welcome
house.enter().catch(() => house.lost());
