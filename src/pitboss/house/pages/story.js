// The margin note: every fact in words with its clauses; a click opens a clause's gist.

import { element } from "./words.js";

const KEPT = 400;

export class Story {
  constructor(root) {
    this.list = element("ol", { class: "story", "aria-label": "What happened, newest first" });
    root.append(element("h2", {}, "What happened, and why"), this.list);
    this.last = -1;
  }

  add(lines) {
    for (const old of this.list.querySelectorAll(".new")) old.classList.remove("new");
    for (const line of lines) {
      if (line.at <= this.last) continue;
      this.last = line.at;
      this.list.prepend(element("li", { class: "new" }, line.words, " ", ...line.clauses.flatMap((id) => [cite(id), " "])));
    }
    while (this.list.children.length > KEPT) this.list.lastChild.remove();
  }
}

export function cite(id) {
  return element("button", { type: "button", class: "cite", onclick: () => openClause(id), "aria-label": `Clause ${id}` }, id);
}

export async function openClause(id) {
  const dialog = document.getElementById("clause");
  document.getElementById("clause-id").textContent = id;
  document.getElementById("clause-gist").textContent = "…";
  document.getElementById("clause-slip").textContent = "";
  dialog.showModal();
  const answer = await fetch(`/api/law/${encodeURIComponent(id)}`);
  const clause = answer.ok ? await answer.json() : { gist: "The house does not know this clause." };
  document.getElementById("clause-gist").textContent = clause.gist;
  document.getElementById("clause-slip").textContent = clause.slip ? `Slip in the text: ${clause.slip}` : "";
}
