// What a screen reader hears of what has happened: cards in words, the dealer's always, of the rest the newest.

import { cardName } from "./cards.js";

const AT_ONCE = 9;
// What is seen to be done and says nothing new.
const SILENT = new Set(["cards-discarded", "signalled", "bets-closed", "cards-tucked", "cards-squared"]);

/** @type {Record<string, string>} */
const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

// The story's own words, with cards by name; a fingerprint is for eyes.
/** @param {string} words */
const aloud = (words) =>
  words
    .replace(/(10|[2-9AKQJ])([♠♥♦♣]) */gu, (_, rank, suit) => `${cardName(rank.replace("10", "T") + SUITS[suit])}, `)
    .replace(/, (:|$)/g, "$1")
    .replace(/[,;:]? \(?(?:sealed |rules )?[0-9a-f]{12,}…?\)?/g, "");

// A card in words, where the story has only its sign.
/** @param {Facts.Any} fact */
function cards(fact) {
  if (fact.fact === "card-dealt") return `${fact.box === 0 ? "dealer" : `box ${fact.box}`} gets ${cardName(fact.card)}`;
  if (fact.fact === "hole-card-turned") return `the dealer turns ${cardName(fact.card)}`;
  if (fact.fact === "card-laid") return `${fact.hand} gets ${cardName(fact.card)}, ${fact.points} points`;
  if (fact.fact === "second-chance-drawn") return `second chance card ${cardName(fact.card)}, ${fact.total} left`;
  if (fact.fact === "cards-looked-at" && fact.cards) return `your cards: ${fact.cards.map(cardName).join(", ")}`;
  return null;
}

/** @param {Facts.Any} fact */
const dealers = (fact) =>
  fact.fact === "hole-card-turned" || fact.fact === "card-laid" || (fact.fact === "card-dealt" && fact.box === 0);

/** @param {{facts: Facts.Any[], story: Said.StoryLine[]}} told @returns {string[]} */
export function spokenOf({ facts, story }) {
  const lines = facts.flatMap((fact, place) => {
    const words = SILENT.has(fact.fact) ? "" : (cards(fact) ?? aloud(story[place]?.words ?? ""));
    return words ? [{ words, kept: dealers(fact) }] : [];
  });
  let spare = lines.filter(({ kept }) => !kept).length - AT_ONCE;
  return lines.filter(({ kept }) => kept || spare-- <= 0).map(({ words }) => words);
}
