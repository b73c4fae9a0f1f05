// The instructor's desk: classes, who is where, how they come along, tests and their results, a hand in what they
// practise.

import { refused } from "./refusal.js";
import { post, styled } from "./asking.js";
import { composer } from "./compose.js";
import { cite } from "./story.js";
import { become, element, inWords, percent, there } from "./words.js";

/** @import { House } from "./socket.js" */

const EVERY_MS = 4000;
const WIDTH = 560;
const HEIGHT = 170;

/** @param {HTMLElement} main @param {House} house */
export function instructorPage(main, house) {
  styled();
  const refusal = element("p", { class: "refusal", role: "alert" });
  const said = element("p", { role: "status" });
  const classes = element("div", {});
  const progress = element("section", { "aria-label": "Progress", "aria-live": "polite" });
  const tests = element("section", { "aria-label": "Table tests" });
  const compose = element("div", {});
  const heading = element("h1", {}, "Instructor's desk");
  const make = naming("New class", "Make the class", async (name) => {
    if (!(await ask("/api/classes", { name }))) return false;
    said.textContent = `There is a class ${name} now.`;
    look();
    return true;
  });
  const parts = [heading, refusal, said, classes, make, progress, tests, compose];
  main.append(element("div", { class: "page" }, ...parts));
  let before = "";
  let composed = "";
  const timer = setInterval(look, EVERY_MS);

  /** @param {string} address @param {object} [body] */
  async function ask(address, body) {
    const answer = body === undefined ? await fetch(address) : await post(address, body);
    if (body !== undefined) refusal.replaceChildren();
    if (answer.ok) return answer.json();
    /** @type {Said.FaultBody} */
    const fault = await answer.json();
    refusal.replaceChildren(...refused(fault.error));
    return null;
  }

  async function look() {
    /** @type {Said.ClassCard[] | null} */
    const found = await ask("/api/classes");
    const seen = JSON.stringify(found);
    if (!found || seen === before) return;
    before = seen;
    const focus = document.activeElement?.getAttribute("data-of");
    become(
      classes,
      ...(found.length ? found.map(classCard) : [element("p", {}, "You are in no class yet: make one.")]),
    );
    const same = focus && classes.querySelector(`[data-of="${CSS.escape(focus)}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
    const names = found.map(({ name }) => name);
    if (!found.length || names.join() === composed) return;
    composed = names.join(); // a test is composed for one of the classes that there are
    if (found[0]) come(found[0].name, null);
    listTests();
    const games = await ask("/api/drills");
    if (games)
      compose.replaceChildren(
        composer(names, games, listTests),
      );
  }

  /** @param {Said.ClassCard} one */
  function classCard(one) {
    const together = () => come(one.name, null);
    return element(
      "section",
      { "aria-label": `Class ${one.name}` },
      element("h2", {}, `Class ${one.name}`),
      element(
        "div",
        { class: "group" },
        element(
          "button",
          { type: "button", class: "plain", "data-of": `class ${one.name}`, onclick: together },
          "How the class comes along",
        ),
        element(
          "button",
          { type: "button", class: "plain", "data-of": `invite ${one.name}`, onclick: () => invite(one.name) },
          "Invite trainees",
          element("span", { class: "unseen" }, ` to ${one.name}`),
        ),
        element(
          "details",
          { "data-of": `rename ${one.name}` },
          element("summary", {}, "Rename", element("span", { class: "unseen" }, ` ${one.name}`)),
          naming(`New name of ${one.name}`, "Rename", (name) => rename(one.name, name)),
        ),
      ),
      element("ul", { class: "people" }, ...one.people.map((person) => personCard(one, person))),
      ...(one.people.length ? [] : [element("p", {}, "Nobody has joined yet.")]),
    );
  }

  /** @param {string} of */
  async function invite(of) {
    /** @type {Said.Invited | null} */
    const told = await ask(`/api/classes/${encodeURIComponent(of)}/invite`, {});
    if (!told) return;
    const link = `${location.origin}/#/account/${told.code}`;
    said.replaceChildren(
      `Whoever makes an account with this code or by this link until ${when(told.ends_at_ms)} is in ${of}: `,
      element("code", {}, told.code),
      " ",
      element("a", { href: link }, link),
    );
    said.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} of @param {string} name */
  async function rename(of, name) {
    if (!(await ask(`/api/classes/${encodeURIComponent(of)}/rename`, { name }))) return false;
    said.textContent = `${of} is called ${name} now.`;
    await look();
    come(name, null);
    listTests();
    return true;
  }

  // Whoever is asked for leaves the class at the second press: what was one button asks first.
  /** @param {string} of @param {string} person */
  function leaving(of, person) {
    const remove = async () => {
      if (!(await ask(`/api/classes/${encodeURIComponent(of)}/remove`, { person }))) return;
      said.textContent = `${person} is not in ${of} any more.`;
      look();
    };
    return element(
      "details",
      { "data-of": `${person} leaves ${of}` },
      element("summary", {}, "Take out of the class", element("span", { class: "unseen" }, `: ${person}`)),
      element("button", { type: "button", onclick: remove }, `Take ${person} out of ${of}`),
    );
  }

  /** @param {Said.ClassCard} one @param {Said.Where} person */
  function personCard({ name: of }, person) {
    const { done, right } = person.answered;
    const trainee = `/api/trainees/${encodeURIComponent(person.name)}`;
    const places = [
      ...(person.deals ? [`deals${person.dealer === person.name ? "" : `, and ${person.dealer} has the seat`}`] : []),
      ...(person.sitting ? ["takes a table test"] : []),
      ...person.tables.map((table) => `plays at ${table}`),
    ];
    const button = (/** @type {string} */ words, /** @type {() => void} */ press) =>
      element(
        "button",
        { type: "button", class: "plain", "data-of": `${person.name} ${words}`, onclick: press },
        words,
        element("span", { class: "unseen" }, ` of ${person.name}`),
      );
    const watch = async () => {
      const told = await ask(`${trainee}/watch`, {});
      if (told) location.hash = `#/deal/${told.table}`;
    };
    const seat = async (/** @type {string} */ to) => {
      if (await ask(`${trainee}/seat`, { to })) look();
    };
    const mine = person.dealer === house.welcome.name;
    const plant = element(
      "select",
      { "aria-label": `Plant a fault at the table of ${person.name}`, "data-of": `${person.name} plant` },
      element("option", { value: "" }, "Have something happen…"),
      ...person.plants.map((kind) => element("option", { value: kind }, kind)),
    );
    plant.addEventListener("change", async () => {
      const kind = plant.value;
      plant.value = "";
      const told = kind && (await ask(`${trainee}/plant`, { kind }));
      if (told) said.textContent = `${told.happened ? "It has happened" : "It will, when there is room"}: ${kind}.`;
    });
    return element(
      "li",
      {},
      element("h3", {}, person.name),
      element("p", { class: person.here ? "here" : "" }, [person.here ? "here" : "away", ...places].join("; ")),
      element("p", {}, done ? `${right} of ${done} drill items right` : "no drill yet"),
      element(
        "div",
        { class: "group" },
        button("Progress", () => come(of, person.name)),
        ...(person.deals
          ? [
              button("Watch the table", watch),
              button(mine ? "Hand the seat back" : "Take over the seat", () =>
                seat(mine ? person.name : house.welcome.name),
              ),
              plant,
            ]
          : []),
        ...(person.sitting ? [lookOn(person)] : []),
        leaving(of, person.name),
      ),
    );
  }

  /** @param {string} of @param {string | null} name */
  async function come(of, name) {
    const asked = name === null ? "" : `?trainee=${encodeURIComponent(name)}`;
    /** @type {Said.ProgressCard | null} */
    const told = await ask(`/api/classes/${encodeURIComponent(of)}/progress${asked}`);
    if (!told) return;
    progress.replaceChildren(
      element("h2", {}, name === null ? `How class ${told.name} comes along` : `How ${told.name} comes along`),
      ...(told.drills.length
        ? [element("div", { class: "charts" }, ...told.drills.map(drillCourse))]
        : [element("p", {}, "Nothing was drilled yet.")]),
      ...hardest(told.clauses),
    );
  }

  async function listTests() {
    /** @type {Said.ExamCard[] | null} */
    const exams = await ask("/api/exams");
    if (!exams) return;
    tests.replaceChildren(element("h2", {}, "Table tests"), ...(exams.length ? exams.map(test) : ["None was given."]));
  }

  /** @param {Said.ExamCard} exam */
  function test(exam) {
    const close = async () => {
      if (await ask(`/api/exams/${exam.id}/close`, {})) listTests();
    };
    const results = exam.taken.map((one) => {
      const words = one.passed === null ? "is at it" : one.passed ? "passed" : "did not pass";
      const place = one.passed === null ? `#/look/${one.sitting}` : `#/result/${one.sitting}`;
      return element("li", {}, element("a", { href: place }, one.name), ` ${words}`);
    });
    return element(
      "div",
      { class: "panel" },
      element("h3", {}, `${exam.name} (${exam.class_name})`),
      element("p", {}, `${inWords(exam.game)}, ${exam.minutes} minutes, given ${when(exam.given_at_ms)}`),
      results.length ? element("ul", {}, ...results) : element("p", {}, "Nobody has taken it yet."),
      exam.closed
        ? element("p", {}, "Closed.")
        : element("button", { type: "button", class: "plain", onclick: close }, `Close ${exam.name}`),
    );
  }

  look();
  return () => clearInterval(timer);
}

// A field for the name of a class; what was done with it empties it.
/** @param {string} label @param {string} words @param {(name: string) => Promise<boolean>} named */
function naming(label, words, named) {
  const input = element("input", { maxlength: 40, required: true, autocomplete: "off", "data-field": label });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = there(input);
    if (await named(field.value.trim())) field.value = "";
  };
  return element(
    "form",
    { class: "group", onsubmit: submit },
    element("label", {}, `${label} `, input),
    element("button", { type: "submit", class: "plain" }, words),
  );
}

/** @param {number} ms */
const when = (ms) => new Date(ms).toLocaleString();

/** @param {Said.Where} person */
const lookOn = ({ name, sitting }) => {
  const link = { class: "button plain", href: `#/look/${sitting}`, "aria-label": `Look on at ${name}'s test` };
  return element("a", link, "Look on");
};

/** @param {Said.ClauseCourse[]} clauses */
function hardest(clauses) {
  if (!clauses.length) return [];
  const head = ["Clause", "Right", "", "Over time"].map((words) =>
    words ? element("th", { scope: "col" }, words) : element("td", { "aria-hidden": "true" }),
  );
  const rows = clauses.map((one) =>
    element(
      "tr",
      {},
      element("td", {}, cite(one.clause)),
      element("td", {}, `${one.right} of ${one.done}`),
      element("td", {}, percent(one.right / one.done, 0)),
      element("td", {}, one.days.map(({ day, done, right }) => `${day.slice(5)}: ${right}/${done}`).join(", ")),
    ),
  );
  return [
    element("h2", {}, "The hardest clauses"),
    element(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": "The hardest clauses" },
      element(
        "table",
        { class: "list" },
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...rows),
      ),
    ),
  ];
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

// A drill over time: of each day how much was right, as a line and in words.
/** @param {Said.DrillCourse} course */
function drillCourse({ game, drill, days }) {
  const name = `${inWords(drill)}, ${inWords(game)}`;
  const words = days.map(({ day, done, right }) => `${day}: ${right} of ${done} right`).join("; ");
  const x = (/** @type {number} */ place) => 44 + (place * (WIDTH - 64)) / Math.max(days.length - 1, 1);
  const y = (/** @type {number} */ share) => HEIGHT - 30 - share * (HEIGHT - 50);
  const points = days.map(({ done, right }, place) => /** @type {const} */ ([x(place), y(right / done)]));
  const axes = [0, 0.5, 1].flatMap((share) => [
    svg("line", { class: "axis", x1: 44, x2: WIDTH - 12, y1: y(share), y2: y(share) }),
    svg("text", { x: 6, y: y(share) + 4 }, percent(share, 0)),
  ]);
  const ends = days.length > 1 ? [0, days.length - 1] : [0];
  const dates = ends.map((place) =>
    svg("text", { x: x(place), y: HEIGHT - 8, "text-anchor": place ? "end" : "start" }, days[place]?.day ?? ""),
  );
  const line = svg("polyline", { class: "course-line", points: points.map(([a, b]) => `${a},${b}`).join(" ") });
  const dots = points.map(([cx, cy]) => svg("circle", { cx, cy, r: 4 }));
  const chart = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${name}. ${words}` },
    ...axes,
    line,
    ...dots,
    ...dates,
  );
  const figure = element("figure", { class: "course" });
  figure.append(chart, element("figcaption", {}, `${name}: ${words}`));
  return figure;
}
