// What a move asks, as fields of a form: made from what the house says of the move, and read again for it.

import { element } from "./words.js";

/** @typedef {string | number | boolean} Value */
/** @typedef {Record<string, Value | string[]>} Fields */

const LIST = ";";

/** @param {string} name */
export const plainWords = (name) => name.replaceAll(/[-_]/g, " ");

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {string} name @param {Value} value */
const shown = (name, value) => {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === 0 && ["to", "box"].includes(name) ? "the dealer" : String(value);
};

/** @param {Said.FieldCard} field */
export function fieldOf(field) {
  const { name, kind, choices, default: usual } = field;
  const label = capital(plainWords(name));
  if (kind === "list" && choices.length) return inOrder(field, label);
  const input = choices.length
    ? element(
        "select",
        { name, required: field.required },
        ...(usual === null ? [element("option", { value: "" }, field.required ? "choose" : "as usual")] : []),
        ...choices.map((value) =>
          element("option", { value: JSON.stringify(value), selected: value === usual }, shown(name, value)),
        ),
      )
    : element("input", {
        name,
        required: field.required,
        value: usual,
        maxlength: kind === "list" ? 600 : 40,
        ...(kind === "number" ? { type: "number", min: field.least, max: field.most, step: 1 } : {}),
      });
  return element("label", {}, label, input);
}

// Several things one after another: each is pressed in its turn, the last can be taken back.
/** @param {Said.FieldCard} field @param {string} label */
function inOrder({ name, choices }, label) {
  const kept = element("input", { type: "hidden", name });
  const list = element("ol", { class: "movements", "aria-label": `${label}, in order`, "aria-live": "polite" });
  const draw = (/** @type {string[]} */ words) => {
    kept.value = words.join(LIST);
    list.replaceChildren(...words.map((word) => element("li", {}, word)));
  };
  const done = () => kept.value.split(LIST).filter(Boolean);
  const press = (/** @type {Value} */ word) =>
    element("button", { type: "button", class: "plain", onclick: () => draw([...done(), String(word)]) }, String(word));
  const back = element("button", { type: "button", class: "plain", onclick: () => draw(done().slice(0, -1)) }, "Undo");
  return element(
    "fieldset",
    { "data-field": name },
    element("legend", {}, label),
    ...choices.map(press),
    back,
    list,
    kept,
  );
}

/** @param {string} written */
const several = (written) =>
  written
    .split(LIST)
    .map((word) => word.trim())
    .filter(Boolean);

// What is usually answered, where nothing else is said.
/** @param {{fields: Said.FieldCard[]}} control @returns {Fields} */
export function usual({ fields }) {
  const known = fields.filter((field) => field.default !== null);
  return Object.fromEntries(
    known.map(({ name, kind, default: value }) => [name, kind === "list" ? several(String(value)) : (value ?? "")]),
  );
}

// What the form says; what was left empty is left to the house.
/** @param {{fields: Said.FieldCard[]}} control @param {FormData} form @returns {Fields} */
export function filled(control, form) {
  /** @type {Fields} */
  const fields = {};
  for (const { name, kind, choices } of control.fields) {
    const written = String(form.get(name) ?? "").trim();
    if (kind === "list") fields[name] = several(written);
    else if (written === "") continue;
    else fields[name] = choices.length ? JSON.parse(written) : kind === "number" ? Number(written) : written;
  }
  return fields;
}
