// Now: one line that always says what the table waits for, from whom, for how long, and what happens then.

/** @typedef {{offers: string[], spots: unknown[]}} Offered */
/** @typedef {Offered & {view: Said.View, me: string, seated: boolean, least: number}} Moment */
/** @typedef {{words: string, mine: boolean}} Now */

const STAFF = ["dealer", "floorperson", "shuffler"];
/** @type {Record<string, string>} */
const QUESTIONS = {
  "view-spread": "The cards lie spread for you, the first player: look at them",
  "pledge-seed": "The cards are to be shuffled: your browser pledges its seed",
  "give-seed": "Every pledge is there: your browser opens its seed",
  cut: "The cut is yours: move the cover card and cut, or let the dealer do it",
  attack: "The dealer's first card is out, yours are not: raise your bet?",
  insure: "The dealer may have Blackjack: insurance?",
  "second-chance": "You are over 21: buy a Second Chance, one card to be subtracted?",
  "follow-double": "The box doubles: will you double too?",
  "follow-split": "The box splits: cover the new hand?",
  "take-late-card": "You were passed over: a card later, or the hand dead?",
  "accept-card": "Your next card lies exposed: take it, or draw no more this round?",
};
/** @type {Record<string, string>} */
const WITHOUT_US = {
  opening: "The table is being opened",
  shuffle: "The cards are being shuffled",
  deal: "The cards are being dealt",
  dealer: "The dealer plays",
  settlement: "The dealer pays and takes",
};

// The hand that is asked about, as one says it aloud.
/** @param {Said.View} view */
export function handInWords(view) {
  const hands = view.boxes.find((one) => one.box === view.waiting_at_box)?.hands ?? [];
  const hand = hands.find((one) => one.hand === view.waiting_at_hand);
  const up = view.dealer.find((card) => card !== null);
  if (!hand || !up) return "";
  const total = hand.total === null ? "cards face down" : `${hand.soft ? "soft " : ""}${hand.total}`;
  return `${total} against ${up.startsWith("A") ? "an ace" : up.startsWith("8") ? "an 8" : `a ${label(up)}`}`;
}

/** @param {string} code */
const label = (code) => ({ T: "10", J: "jack", Q: "queen", K: "king" })[code.charAt(0)] ?? code.charAt(0);

/** @param {Said.View} view */
function place(view) {
  if (!view.waiting_at_box) return "";
  const hands = view.boxes.find((one) => one.box === view.waiting_at_box)?.hands ?? [];
  return ` Box ${view.waiting_at_box}${hands.length > 1 ? `, hand ${view.waiting_at_hand} of ${hands.length}` : ""}.`;
}

/** @param {string[]} names */
const listed = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

/** @param {Moment} moment @returns {Now} */
export function nowOf(moment) {
  const { view, me, seated } = moment;
  if (view.phase === "closed") return { words: "This table is closed.", mine: false };
  if (!view.players.some((player) => player.seat !== null))
    return { words: "Nobody sits here yet: the cards are shuffled when somebody takes a seat.", mine: false };
  const others = view.waiting_for.filter((name) => name !== me && !STAFF.includes(name));
  const mine = seated && view.waiting_for.includes(me) && view.may.length > 0;
  if (view.phase === "betting") return { words: betting(moment), mine };
  if (mine) {
    const asked = view.may.map((name) => QUESTIONS[name]).find(Boolean);
    const hand = handInWords(view);
    const words = asked ? `${asked}${/[?.!]$/.test(asked) ? "" : "."}` : `Your decision${hand ? ` · ${hand}` : ""}.`;
    return { words: `${words}${place(view)}`, mine };
  }
  const away = others.length ? `Waiting for ${listed(others)}.${place(view)}` : "";
  const staff = view.waiting_for.length ? `Waiting for the ${listed(view.waiting_for.filter((n) => n !== me))}.` : "";
  return {
    words: away || (WITHOUT_US[view.phase] ? `${WITHOUT_US[view.phase]}.` : staff || "The round goes on."),
    mine,
  };
}

/** @param {Moment} moment */
function betting({ view, offers, spots, me, seated, least }) {
  if (!seated) return "The table takes bets: sit at a free box to play.";
  const placed = Object.values(view.laid).some((lying) => me in lying);
  const ready = !offers.includes("ready");
  const others = view.players.filter((one) => one.seat !== null && one.name !== me).map(({ name }) => name);
  if (!placed && ready && others.length) return "You sit this one out: bet after all, or wait for the next round.";
  const chips = view.players.find((player) => player.name === me)?.chips ?? 0;
  if (!placed && chips < least) return "You have too few chips for a bet: buy some.";
  if (!placed && !spots.length) return "You may bet again after the next shuffle.";
  if (!placed) return "Place your bet.";
  if (ready) return others.length ? `You are in. Waiting for ${listed(others)}.` : "You are in.";
  const free = offers.some((offer) => offer.startsWith("take-back"));
  return free ? "Bet placed: deal, or change it." : "Bet placed: deal. It stays as it is until it is decided.";
}
