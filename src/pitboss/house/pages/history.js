// History: my rounds, and any round step by step with play and pause; staff export the dispute file.

import { Felt } from "./felt.js";
import { Picture } from "./picture.js";
import { cite } from "./story.js";
import { checkSeal } from "./seal.js";
import { element, money, speak } from "./words.js";

export function historyPage(main, house) {
  const page = element("div", { class: "page" }, element("h1", {}, ["auditor", "floorperson"].includes(house.welcome.role) ? "Rounds of the house" : "My rounds"));
  main.append(page);
  const rows = element("tbody", {});
  const head = element("tr", {}, ...["Round", "Game", "When", "Result", "Seal"].map((words) => element("th", { scope: "col" }, words)));
  page.append(element("div", { class: "wide" }, element("table", { class: "list" }, element("thead", {}, head), rows)));
  const more = element("button", { type: "button", class: "plain", hidden: true }, "Earlier rounds");
  page.append(more);
  let before = "";
  const load = async () => {
    const answer = await fetch(`/api/history${before ? `?before=${encodeURIComponent(before)}` : ""}`);
    const told = answer.ok ? await answer.json() : { rounds: [] };
    for (const round of told.rounds) {
      rows.append(element("tr", {},
        element("td", {}, element("a", { href: `#/round/${round.id}` }, `${round.table}, round ${round.round}`)),
        element("td", {}, round.game), element("td", {}, new Date(round.at_ms).toLocaleString()),
        element("td", {}, round.net_cents === null || round.net_cents === undefined ? "" : `${round.net_cents > 0 ? "+" : ""}${money(round.net_cents)}`),
        element("td", {}, round.opened ? "opened" : "sealed")));
    }
    if (!rows.childElementCount) rows.append(element("tr", {}, element("td", { colspan: 5 }, "You have not played a round yet.")));
    before = told.more ?? "";
    more.hidden = !told.more;
  };
  more.addEventListener("click", load);
  load();
}

export function roundPage(main, house, id) {
  const page = element("div", { class: "page" });
  main.append(page);
  let timer = null;
  fetch(`/api/rounds/${id}`).then(async (answer) => {
    if (!answer.ok) {
      page.append(element("p", { class: "notice" }, (await answer.json()).error?.sentence ?? "There is no such round."));
      return;
    }
    timer = play(page, house, await answer.json());
  });
  return () => clearInterval(timer?.id);
}

// A round again on a felt of its own, one fact a step; going back means laying it out anew from the start.
function play(page, house, round) {
  const steps = element("ol", { class: "story", "aria-label": "Steps" });
  const feltRoot = element("section", { "aria-label": "The table" });
  const boxes = [...new Set(round.steps.map(({ fact }) => fact.box).filter(Boolean))].sort((one, other) => one - other);
  const felt = new Felt(feltRoot, { title: `${round.title}, round ${round.round}`, inscriptions: [], dealtFrom: "shoe", boxes: boxes.length ? boxes : [1] });
  const view = { players: [], bets: {}, phase: "", waiting_at_box: 0, waiting_at_hand: 0 };
  const timer = { id: null };
  let picture = new Picture(), shown = 0;
  const draw = () => { felt.show(picture, view, house.welcome.name); place.textContent = `Step ${shown} of ${round.steps.length}`; };
  const take = () => {
    const step = round.steps[shown];
    for (const old of steps.querySelectorAll(".new")) old.classList.remove("new");
    steps.prepend(element("li", { class: "new" }, step.words, " ", ...step.clauses.flatMap((clause) => [cite(clause), " "])));
    picture.take(step.fact);
    shown += 1;
    return step.words;
  };
  const goTo = (wanted) => {
    if (wanted < shown) { steps.replaceChildren(); picture = new Picture(); shown = 0; }
    let words = "";
    while (shown < Math.min(wanted, round.steps.length)) words = take();
    draw();
    speak(words);
  };
  const pause = () => { clearInterval(timer.id); timer.id = null; toggle.textContent = "Play"; };
  const start = () => {
    if (shown >= round.steps.length) goTo(0);
    toggle.textContent = "Pause";
    timer.id = setInterval(() => { if (shown >= round.steps.length) pause(); else goTo(shown + 1); }, 600);
  };
  const toggle = element("button", { type: "button", onclick: () => (timer.id ? pause() : start()) }, "Play");
  const plain = (words, act) => element("button", { type: "button", class: "plain", onclick: () => { pause(); act(); } }, words);
  const place = element("span", { class: "place" });
  const staff = ["auditor", "floorperson"].includes(house.welcome.role);
  page.append(
    element("p", {}, element("a", { href: "#/history" }, "All rounds"), ` · rules ${round.rules_hash.slice(0, 16)}`),
    feltRoot,
    element("div", { class: "group" }, toggle, plain("Back", () => goTo(Math.max(shown - 1, 0))), plain("Step", () => goTo(shown + 1)), plain("To the end", () => goTo(round.steps.length)), place,
      ...(staff ? [dispute(round)] : [])),
    element("div", { class: "two" }, element("section", {}, element("h2", {}, "What happened, and why"), steps), element("section", {}, ...moneyOf(round), ...sealsOf(round))));
  draw();
  return timer;
}

// The dispute file holds the order of the cards: it is there once the shoe has retired.
function dispute(round) {
  return (round.seals ?? []).every((seal) => seal.opened)
    ? element("a", { class: "button", href: `/api/rounds/${round.id}/dispute`, download: `dispute-${round.id}.json` }, "Dispute file")
    : element("span", {}, "The dispute file is there once the shoe retires.");
}

function moneyOf(round) {
  if (!round.money?.length) return [];
  const row = (posting) => element("tr", {}, element("td", {}, posting.what), element("td", {}, posting.source), element("td", {}, posting.target), element("td", {}, money(posting.cents)));
  return [element("h2", {}, "Money"), element("table", { class: "list" },
    element("thead", {}, element("tr", {}, ...["What", "From", "To", "Amount"].map((words) => element("th", { scope: "col" }, words)))),
    element("tbody", {}, ...round.money.map(row)))];
}

function sealsOf(round) {
  const check = (opened) => {
    const verdict = element("p", { class: "seal", role: "status" });
    const button = element("button", { type: "button", class: "plain check-seal", onclick: async () => {
      const good = await checkSeal(opened);
      verdict.className = `seal ${good ? "good" : "bad"}`;
      verdict.textContent = good ? `The seal is true: ${opened.order.length} cards.` : "The seal does NOT match.";
    } }, `Check seal ${opened.seal.slice(0, 12)}…`);
    return [button, verdict];
  };
  const seals = (round.seals ?? []).flatMap((each) => (each.order ? check(each) : [element("p", { class: "seal" }, `Sealed until the shoe retires: ${each.seal}`)]));
  return seals.length ? [element("h2", {}, "Seals"), ...seals] : [];
}
