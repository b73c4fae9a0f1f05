// @ts-check
// The search of the site: the words of every section are loaded when somebody first asks, and nothing is sent anywhere.

/** Where a section stands, the title of its page, its heading, its words.
 * @typedef {[string, string, string, string]} Section */

const MOST_SHOWN = 12;
const BEFORE = 40;
const SHOWN_CHARACTERS = 150;
const IN_HEADING = 8;
const IN_TITLE = 3;
const WHOLE_WORD = 2;

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[role=search]"));
const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const list = /** @type {HTMLOListElement} */ (form.querySelector("ol"));
const told = /** @type {HTMLElement} */ (form.querySelector("[role=status]"));
const root = form.dataset.root ?? "";

/** @type {Promise<Section[]> | undefined} */
let loading;

/** @returns {Promise<Section[]>} every section there is */
function sections() {
  loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    script.onload = () => done(/** @type {any} */ (globalThis).pitbossSections);
    script.onerror = () => {
      loading = undefined;
      failed(new Error("the index is not there"));
    };
    document.head.append(script);
  });
  return loading;
}

/** @param {string} text as it is compared: small letters, plain spaces
 * @returns {string} */
const plain = (text) => text.toLowerCase().replaceAll("\u00a0", " ");

/** How well a section answers; nothing when a word is missing.
 * @param {Section} section
 * @param {string[]} words
 * @returns {number} */
function answers([, title, heading, text], words) {
  let points = 0;
  for (const word of words) {
    /** @param {string} where */
    const has = (where) => plain(where).includes(word);
    if (!has(title) && !has(heading) && !has(text)) return 0;
    points += (has(heading) ? IN_HEADING : 0) + (has(title) ? IN_TITLE : 0) + (has(text) ? 1 : 0);
    const where = has(heading) ? heading : text;
    if (plain(where).split(/[^\p{L}\p{N}.()-]+/u).includes(word)) points += WHOLE_WORD;
  }
  return points;
}

/** The words around the first one found, which are marked.
 * @param {string} text
 * @param {string[]} words
 * @returns {(string | HTMLElement)[]} */
function excerpt(text, words) {
  const places = words.map((word) => plain(text).indexOf(word)).filter((at) => at >= 0);
  const start = places.length ? Math.max(0, Math.min(...places) - BEFORE) : 0;
  const shown = text.slice(start, start + SHOWN_CHARACTERS);
  /** @type {(string | HTMLElement)[]} */
  const parts = [start ? "…" : ""];
  const wanted = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "i");
  for (const [n, part] of shown.split(wanted).entries()) {
    const marked = n % 2 ? document.createElement("mark") : undefined;
    if (marked) marked.textContent = part;
    parts.push(marked ?? part);
  }
  return [...parts, start + SHOWN_CHARACTERS < text.length ? "…" : ""];
}

/** @param {Section} section
 * @param {string[]} words
 * @returns {HTMLLIElement} */
function shown([path, title, heading, text], words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = root + path;
  link.textContent = heading;
  const where = document.createElement("small");
  where.textContent = heading === title ? "" : ` ${title}`;
  const said = document.createElement("p");
  said.append(...excerpt(text, words));
  item.append(link, where, said);
  return item;
}

async function search() {
  const asked = field.value;
  const words = plain(asked).split(/\s+/).filter(Boolean);
  if (!words.length) return close();
  let all;
  try {
    all = await sections();
  } catch {
    told.textContent = "The index of the pages could not be loaded.";
    return;
  }
  if (field.value !== asked) return; // the reader has written on
  const found = all
    .map((section) => ({ section, points: answers(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points);
  list.replaceChildren(...found.slice(0, MOST_SHOWN).map(({ section }) => shown(section, words)));
  list.hidden = !found.length;
  const more = found.length > MOST_SHOWN ? `, the best ${MOST_SHOWN} shown` : "";
  told.textContent = found.length ? `${found.length} places${more}` : `No page has “${asked.trim()}”.`;
}

function close() {
  list.hidden = true;
  list.replaceChildren();
  told.textContent = "";
}

form.hidden = false;
field.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
form.addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    close();
    field.focus();
  } else if (step) {
    event.preventDefault();
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement)) + step;
    (at < 0 ? field : links[Math.min(at, links.length - 1)])?.focus();
  }
});
form.addEventListener("focusout", (event) => {
  if (!form.contains(/** @type {Node | null} */ (event.relatedTarget)) && event.relatedTarget) close();
});
document.addEventListener("keydown", (event) => {
  const writing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
  if (event.key === "/" && !writing) {
    event.preventDefault();
    field.focus();
  }
});
