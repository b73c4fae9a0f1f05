// The story as one reads it about oneself: the house tells everybody the same, with names; you are "you" here.

/** @type {Record<string, string>} */
const IRREGULAR = { is: "are", has: "have", does: "do" };

// "wagers" as it is said of you: the house's verbs are in the third person.
/** @param {string} verb */
const ofYou = (verb) =>
  IRREGULAR[verb] ?? verb.replace(/ies$/, "y").replace(/(ss|sh|ch|x)es$/, "$1").replace(/([^s])s$/, "$1");

/** @param {string} name */
const literally = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Once a line, so that nobody who is called "bet" changes what was wagered.
/** @param {string} words @param {string} me */
export function toYou(words, me) {
  const name = `(?<![\\w-])${literally(me)}`;
  const begins = new RegExp(`^${name} ([a-z]+)`);
  if (begins.test(words))
    return words.replace(begins, (_, verb) => `you ${ofYou(verb)}`).replace(new RegExp(`${name}'s$`), "yours");
  const has = new RegExp(`${name}'s(?= )`);
  return has.test(words) ? words.replace(has, "your") : words.replace(new RegExp(`${name}(?![\\w'-])`), "you");
}

// Whether a fact names somebody: whoever is called like a word of the trade changes no other line.
const WHO = ["player", "players", "by", "to", "recut_by", "dealer"];
/** @param {Facts.Any} fact @param {string} me */
const names = (fact, me) =>
  Object.entries(fact).some(([field, value]) => WHO.includes(field) && [value].flat().includes(me));

/**
 * @template {{words: string}} Line
 * @template {{facts: Facts.Any[], story: Line[]}} Told
 * @param {Told} told
 * @param {string} me
 * @returns {Told}
 */
export function toldTo(told, me) {
  const line = (/** @type {Line} */ one, /** @type {number} */ place) => {
    const fact = told.facts[place];
    return me && fact && names(fact, me) ? { ...one, words: toYou(one.words, me) } : one;
  };
  return { ...told, story: told.story.map(line) };
}
