// Double Attack in Pennsylvania, 8 decks without tens, one box, in a plain C++ loop: the yardstick for the kernel.
// It plays the same streams by the same tables and counts the same things, so it must also print the same digits.
//
//     double_attack TABLES SEED STREAMS ROUNDS      -> CPU seconds, then every count, then shoes, longest run

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using u8 = uint8_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i64 = int64_t;

constexpr u32 kGuard = 0x20080200, kLanes = 0x00100401;
constexpr int kLimit = 32, kOutcomes = 2 * kLimit + 1, kCards = 384, kCover = 96;
constexpr int kFirst = 0, kPlay = 1000, kAttack = kPlay + 6 * 36 * 10, kChance = kAttack + 10, kGiveUp = kChance + 90;
constexpr int kEndings = 32, kHands = 4;
enum Action { kStand, kHit, kDouble, kSplit, kSurrender };
enum Outcome { kLost, kPushed, kWon, kGivenUp, kNatural, kEven, kTaken };

struct Shoe {
  u32 w0, w1, w2, n, x0, x1, x2, x3, suits;

  static u32 rotated(u32 x, int by) { return x << by | x >> (32 - by); }

  void seed(u64 seed, u64 stream) {
    u32 c0 = u32(stream), c1 = u32(stream >> 32), c2 = 0, c3 = 0, k0 = u32(seed), k1 = u32(seed >> 32);
    for (int i = 0; i < 10; i++) {
      u64 p0 = u64(0xD2511F53) * c0, p1 = u64(0xCD9E8D57) * c2;
      u32 n0 = u32(p1 >> 32) ^ c1 ^ k0, n2 = u32(p0 >> 32) ^ c3 ^ k1;
      c1 = u32(p1), c3 = u32(p0), c0 = n0, c2 = n2;
      k0 += 0x9E3779B9, k1 += 0xBB67AE85;
    }
    x0 = c0, x1 = c1, x2 = c2, x3 = c3;
  }

  u32 next() {
    u32 out = rotated(x0 + x3, 7) + x0, t = x1 << 9;
    x2 ^= x0, x3 ^= x1, x1 ^= x2, x0 ^= x3, x2 ^= t, x3 = rotated(x3, 11);
    return out;
  }

  u32 below(u32 bound) {
    u64 product = u64(next()) * bound;
    if (u32(product) < bound) {
      u32 threshold = (0u - bound) % bound;
      while (u32(product) < threshold) product = u64(next()) * bound;
    }
    return u32(product >> 32);
  }

  u32 draw() {
    u32 spread = below(n) * kLanes;
    u32 d0 = ((w0 - spread) & kGuard) >> 9, d1 = ((w1 - spread) & kGuard) >> 9, d2 = ((w2 - spread) & kGuard) >> 9;
    w0 -= d0, w1 -= d1, w2 -= d2, n -= 1;
    return ((d0 + d1 + d2) * kLanes >> 20) & 15;
  }

  void shuffle() {
    u32 lanes[9];
    for (int k = 0; k < 9; k++) lanes[k] = 512 + 96 + 32 * k - 1;
    w0 = lanes[0] | lanes[1] << 10 | lanes[2] << 20;
    w1 = lanes[3] | lanes[4] << 10 | lanes[5] << 20;
    w2 = lanes[6] | lanes[7] << 10 | lanes[8] << 20;
    n = kCards, suits = 0x08080808;
    draw();  // the burn
  }

  u32 suit() {
    u32 a = suits & 255, b = suits >> 8 & 255, c = suits >> 16 & 255;
    u32 place = below(a + b + c + (suits >> 24));
    u32 kind = place < a ? 0 : place < a + b ? 1 : place < a + b + c ? 2 : 3;
    suits -= 1u << (8 * kind);
    return kind;
  }
};

static bool red(u32 suit) { return suit == 1 || suit == 2; }
static bool blackjack(u32 a, u32 b) { return a + b == 9 && (a == 0 || b == 0); }

// What a hand has come to in the players' turn: its total while it waits for the dealer, else how it ended.
struct Hand {
  u8 total, outcome, doubled;
  bool waits;
};

struct Box {
  int formed = 0;
  Hand hands[kHands];
};

static u32 outcome_of(const Hand &hand, int dealer) {
  if (!hand.waits) return hand.outcome;
  return hand.total > dealer ? kWon : hand.total < dealer ? kLost : kPushed;
}

// What a bet gets, in halves; a Double Attack Wager and a double go back when a dealer Blackjack takes the bet.
static int gets(u32 outcome) {
  switch (outcome) {
    case kLost: case kTaken: return -2;
    case kWon: case kNatural: return 2;
    case kGivenUp: return -1;
    default: return 0;
  }
}
static int gets_more(u32 outcome) { return outcome == kTaken ? 0 : gets(outcome); }
static u32 ending(u32 outcome, int attack, u32 doubled) { return outcome | u32(attack) << 3 | doubled << 4; }

static Box play_box(Shoe &s, u32 g1, u32 g2, u32 up, const u8 *tables) {
  Box box;
  int pending = 0, formed = 1, hard = int(g1 + g2) + 2;
  bool ace = g1 == 0 || g2 == 0, pair = g1 == g2;
  u32 situation = 0, code = tables[kFirst + (g1 * 10 + g2) * 10 + up];
  for (;;) {
    bool given_up = false, doubled = false, soft = ace && hard <= 11;
    int total = soft ? hard + 10 : hard;
    while (total < 21) {
      if (situation) {
        u32 cell = pair ? g1 + 26 : soft ? total + 5 : total - 4;
        code = tables[kPlay + (situation * 36 + cell) * 10 + up];
      }
      u32 action = code & 7;
      if (action == kStand) break;
      if (action == kSplit && formed >= (g1 == 0 ? 2 : 4)) action = code >> 4;
      if (action == kStand) break;
      if (action == kSurrender) {
        given_up = true;
        break;
      }
      u32 g = s.draw();
      if (action == kSplit) {
        formed++, pending++;
        situation = g1 == 0 ? 4 : 2;
        hard = int(g1 + g) + 2, ace = g1 == 0 || g == 0, pair = g1 == g;
      } else {
        hard += int(g) + 1, ace |= g == 0, pair = false, situation |= 1;
      }
      soft = ace && hard <= 11;
      total = soft ? hard + 10 : hard;
      if (action == kDouble) {
        doubled = true;
        if (total < 21) given_up = tables[kGiveUp + (total - 4) * 10 + up];
        break;
      }
    }
    bool bust = total > 21;
    box.hands[box.formed++] = {u8(total), u8(given_up ? kGivenUp : kLost), u8(doubled), !given_up && !bust};
    if (!pending) return box;
    pending--;
    u32 g = s.draw();
    hard = int(g1 + g) + 2, ace = g1 == 0 || g == 0, pair = g1 == g;
    situation = g1 == 0 ? 4 : 2;
  }
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  std::vector<u8> tables(1 << 16);
  FILE *file = std::fopen(argv[1], "rb");
  if (!file || !std::fread(tables.data(), 1, tables.size(), file)) return 2;
  u64 seed = std::strtoull(argv[2], nullptr, 10);
  i64 streams = std::atoll(argv[3]), rounds = std::atoll(argv[4]);
  std::vector<i64> main_counts(10 * kEndings), split_main(10 * kOutcomes), first_hand(kEndings),
      splits(2 * kHands * kOutcomes), doubles(2 * (kHands + 1) * kOutcomes), third_card(8), insurance(2);
  i64 shoes = 0, longest = 0;
  std::clock_t begun = std::clock();
  for (i64 stream = 0; stream < streams; stream++) {
    Shoe s;
    s.seed(seed, u64(stream));
    s.shuffle();
    shoes++;
    i64 run = 0;
    for (i64 round = 0; round < rounds; round++) {
      if (s.n < kCover) s.shuffle(), shoes++;
      u32 up = s.draw(), g1 = s.draw(), g2 = s.draw(), hole = s.draw(), bonus = 0;
      int attack = tables[kAttack + up], net = 0, dealer = 0;
      Box box;
      if (blackjack(up, hole)) {
        box.formed = 1;
        box.hands[0] = {0, u8(blackjack(g1, g2) ? kPushed : kTaken), 0, false};
        if (up == 0) insurance[1]++;
      } else {
        if (blackjack(g1, g2)) {
          box.formed = 1;
          box.hands[0] = {0, kNatural, 0, false};
        } else {
          box = play_box(s, g1, g2, up, tables.data());
        }
        if (up == 0) insurance[0]++;
        int hard = int(up + hole) + 2;
        bool ace = up == 0 || hole == 0;
        int total = ace && hard <= 11 ? hard + 10 : hard;
        for (int drawn = 0; total < 17; drawn++) {
          u32 g = s.draw();
          hard += int(g) + 1, ace |= g == 0;
          total = ace && hard <= 11 ? hard + 10 : hard;
          if (drawn == 0 && total > 21) {
            bonus = g - 2;  // a third card of six to ten is paid by the lines after the two of three eights
            if (up == 7 && hole == 7 && g == 7) {
              s.suits = 0x08080808;
              u32 a = s.suit(), b = s.suit(), c = s.suit();
              if (a == b && b == c) bonus = 1;
              else if (red(a) == red(b) && red(b) == red(c)) bonus = 2;
            }
          }
        }
        dealer = total > 21 ? 0 : total;
      }
      if (box.formed == 1) {
        const Hand &hand = box.hands[0];
        u32 outcome = outcome_of(hand, dealer);
        net = gets(outcome) + (attack + hand.doubled * (1 + attack)) * gets_more(outcome);
        main_counts[up * kEndings + ending(outcome, attack, hand.doubled)]++;
      } else {
        int on_splits = 0, on_doubles = 0, many = 0, on_first = 0;
        for (int i = 0; i < box.formed; i++) {
          const Hand &hand = box.hands[i];
          u32 outcome = outcome_of(hand, dealer);
          int on_hand = gets(outcome) + attack * gets_more(outcome);
          if (i == 0) {
            on_first = on_hand;
            first_hand[ending(outcome, attack, hand.doubled)]++;
          } else {
            on_splits += on_hand;
          }
          many += hand.doubled;
          on_doubles += hand.doubled * (1 + attack) * gets_more(outcome);
        }
        net = on_first + on_splits + on_doubles;
        split_main[up * kOutcomes + net + kLimit]++;
        splits[(attack * kHands + box.formed - 1) * kOutcomes + on_splits + kLimit]++;
        if (many) doubles[(attack * (kHands + 1) + many) * kOutcomes + on_doubles + kLimit]++;
      }
      third_card[bonus]++;
      run = net < 0 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("%.6f\n", seconds);
  for (auto *counts : {&main_counts, &split_main, &first_hand, &splits, &doubles, &third_card, &insurance})
    for (i64 count : *counts) std::printf("%lld ", (long long)count);
  std::printf("\n%lld %lld\n", (long long)shoes, (long long)longest);
}
