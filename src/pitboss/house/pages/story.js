// The margin note: every fact in words with its clauses; a click opens a clause's gist.

import { element, part } from "./words.js";

const KEPT = 400;

export class Story {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.list = element("ol", { class: "story", "aria-label": "What happened, newest first" });
    root.append(element("h2", {}, "What happened, and why"), this.list);
    this.last = -1;
  }

  /** @param {Said.StoryLine[]} lines */
  add(lines) {
    for (const old of this.list.querySelectorAll(".new")) old.classList.remove("new");
    for (const line of lines) {
      if (line.at <= this.last) continue;
      this.last = line.at;
      this.list.prepend(
        element("li", { class: "new" }, line.words, " ", ...line.clauses.flatMap((id) => [cite(id), " "])),
      );
    }
    while (this.list.children.length > KEPT) this.list.lastChild?.remove();
  }
}

/** @param {string} id */
export function cite(id) {
  return element(
    "button",
    { type: "button", class: "cite", onclick: () => openClause(id), "aria-label": `Clause ${id}` },
    id,
  );
}

/** @param {string} id */
export async function openClause(id) {
  const dialog = document.querySelector("dialog");
  const [gist, slip] = [part(document, "#clause-gist"), part(document, "#clause-slip")];
  part(document, "#clause-id").textContent = id;
  gist.textContent = "…";
  slip.textContent = "";
  dialog?.showModal();
  const answer = await fetch(`/api/law/${encodeURIComponent(id)}`);
  /** @type {Pick<Said.Clause, "gist" | "slip">} */
  const clause = answer.ok ? await answer.json() : { gist: "The house does not know this clause.", slip: null };
  gist.textContent = clause.gist;
  slip.textContent = clause.slip ? `Slip in the text: ${clause.slip}` : "";
}
