// History: my rounds, and any round step by step with play and pause; staff export the dispute file.

import { cite } from "./story.js";
import { checkSeal } from "./seal.js";
import { element, money, speak } from "./words.js";

export function historyPage(main, house) {
  const page = element("div", { class: "page" }, element("h1", {}, "My rounds"));
  main.append(page);
  const rows = element("tbody", {});
  const head = element("tr", {}, ...["Round", "Game", "When", "Result", "Seal"].map((words) => element("th", { scope: "col" }, words)));
  page.append(element("table", { class: "list" }, element("thead", {}, head), rows));
  const more = element("button", { type: "button", class: "plain", hidden: true }, "Earlier rounds");
  page.append(more);
  let before = "";
  const load = async () => {
    const answer = await fetch(`/api/history${before ? `?before=${encodeURIComponent(before)}` : ""}`);
    const told = answer.ok ? await answer.json() : { rounds: [] };
    for (const round of told.rounds) {
      rows.append(element("tr", {},
        element("td", {}, element("a", { href: `#/round/${round.id}` }, `${round.table}, round ${round.round}`)),
        element("td", {}, round.game), element("td", {}, new Date(round.started_at).toLocaleString()),
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

function play(page, house, round) {
  const steps = element("ol", { class: "story" });
  const timer = { id: null };
  let shown = 0;
  const next = () => {
    if (shown >= round.steps.length) { pause(); return; }
    const step = round.steps[shown];
    steps.append(element("li", { class: "new" }, step.words, " ", ...step.clauses.flatMap((clause) => [cite(clause), " "])));
    speak(step.words);
    shown += 1;
  };
  const pause = () => { clearInterval(timer.id); timer.id = null; toggle.textContent = "Play"; };
  const toggle = element("button", {
    type: "button",
    onclick: () => {
      if (timer.id) { pause(); return; }
      if (shown >= round.steps.length) { steps.replaceChildren(); shown = 0; }
      toggle.textContent = "Pause";
      timer.id = setInterval(next, 600);
    },
  }, "Play");
  page.append(
    element("h1", {}, `${round.title}, round ${round.round}`),
    element("p", {}, `Rules ${round.rules_hash.slice(0, 16)}`),
    element("p", { class: "group" }, toggle, element("button", { type: "button", class: "plain", onclick: next }, "Step"),
      element("button", { type: "button", class: "plain", onclick: () => { while (shown < round.steps.length) next(); } }, "All"),
      ...(["auditor", "floorperson"].includes(house.welcome.role) ? [element("a", { class: "button", href: `/api/rounds/${round.id}/dispute`, download: `${round.id}.json` }, "Dispute file")] : [])),
    steps);
  for (const opened of round.seals ?? []) {
    if (!opened.order) continue;
    const verdict = element("p", { class: "seal", role: "status" });
    page.append(element("button", { type: "button", class: "plain", onclick: async () => {
      const good = await checkSeal(opened);
      verdict.className = `seal ${good ? "good" : "bad"}`;
      verdict.textContent = good ? "The seal is true." : "The seal does NOT match.";
    } }, `Check seal ${opened.seal.slice(0, 12)}…`), verdict);
  }
  return timer;
}
