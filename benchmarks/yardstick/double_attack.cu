// Double Attack in Pennsylvania, 8 decks without tens, one box, as one would write it by hand in CUDA: the yardstick for
// the kernel on a GPU. A thread plays a stream; tables and counts lie in shared memory, the shoe in registers.
// The same shoe, generator, tables and counts as double_attack.cpp, so it must print the same digits.
//
//     nvcc -O3 -arch=native double_attack.cu -o double_attack_gpu
//     double_attack_gpu TABLES SEED STREAMS ROUNDS THREADS      -> seconds, then every count, then shoes, longest run

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using u8 = uint8_t;
using u32 = uint32_t;
using u64 = uint64_t;

constexpr u32 kGuard = 0x20080200, kLanes = 0x00100401, kCards = 384, kCover = 96, kTables = 3432;
constexpr int kLimit = 32, kOutcomes = 2 * kLimit + 1, kEndings = 32, kHands = 4;
constexpr int kPlay = 1000, kAttack = kPlay + 6 * 36 * 10, kGiveUp = kAttack + 10 + 90;
// Where is counted what.
constexpr int kMain = 0, kSplitMain = kMain + 10 * kEndings, kFirstHand = kSplitMain + 10 * kOutcomes,
              kSplits = kFirstHand + kEndings, kDoubles = kSplits + 2 * kHands * kOutcomes,
              kThird = kDoubles + 2 * (kHands + 1) * kOutcomes, kInsurance = kThird + 8, kCounts = kInsurance + 2;
enum Action : u32 { kStand, kHit, kDouble, kSplit, kSurrender };
enum Outcome : u32 { kLost, kPushed, kWon, kGivenUp, kNatural, kEven, kTaken };
constexpr u32 kDone = 24, kDoubledBit = 5;  // a hand is a byte: its total or kDone with its outcome, and a double's bit

struct Shoe {
  u32 w0, w1, w2, n, x0, x1, x2, x3;

  static __device__ u32 rotated(u32 x, int by) { return x << by | x >> (32 - by); }

  __device__ void seed(u64 seed, u64 stream) {
    u32 c0 = u32(stream), c1 = u32(stream >> 32), c2 = 0, c3 = 0, k0 = u32(seed), k1 = u32(seed >> 32);
    for (int i = 0; i < 10; i++) {
      u64 p0 = u64(0xD2511F53) * c0, p1 = u64(0xCD9E8D57) * c2;
      u32 n0 = u32(p1 >> 32) ^ c1 ^ k0, n2 = u32(p0 >> 32) ^ c3 ^ k1;
      c1 = u32(p1), c3 = u32(p0), c0 = n0, c2 = n2;
      k0 += 0x9E3779B9, k1 += 0xBB67AE85;
    }
    x0 = c0, x1 = c1, x2 = c2, x3 = c3;
  }

  __device__ u32 next() {
    u32 out = rotated(x0 + x3, 7) + x0, t = x1 << 9;
    x2 ^= x0, x3 ^= x1, x1 ^= x2, x0 ^= x3, x2 ^= t, x3 = rotated(x3, 11);
    return out;
  }

  __device__ u32 below(u32 bound) {
    u64 product = u64(next()) * bound;
    if (u32(product) < bound) {
      u32 threshold = (0u - bound) % bound;
      while (u32(product) < threshold) product = u64(next()) * bound;
    }
    return u32(product >> 32);
  }

  __device__ u32 draw() {
    u32 spread = below(n) * kLanes;
    u32 d0 = ((w0 - spread) & kGuard) >> 9, d1 = ((w1 - spread) & kGuard) >> 9, d2 = ((w2 - spread) & kGuard) >> 9;
    w0 -= d0, w1 -= d1, w2 -= d2, n -= 1;
    return ((d0 + d1 + d2) * kLanes >> 20) & 15;
  }

  __device__ void shuffle() {
    constexpr u32 one = 0x200 + 96 - 1, step = 32;
    w0 = one | (one + step) << 10 | (one + 2 * step) << 20;
    w1 = (one + 3 * step) | (one + 4 * step) << 10 | (one + 5 * step) << 20;
    w2 = (one + 6 * step) | (one + 7 * step) << 10 | (one + 8 * step) << 20;
    n = kCards;
    draw();  // the burn
  }

  // Three eights: the line for one suit, for one colour, or for a third card of eight.
  __device__ u32 eights() {
    u32 suits = 0x08080808, kinds[3];
#pragma unroll
    for (u32 &kind : kinds) {
      u32 a = suits & 255, b = suits >> 8 & 255, c = suits >> 16 & 255;
      u32 place = below(a + b + c + (suits >> 24));
      kind = place < a ? 0 : place < a + b ? 1 : place < a + b + c ? 2 : 3;
      suits -= 1u << (8 * kind);
    }
    auto red = [](u32 suit) { return suit == 1 || suit == 2; };
    if (kinds[0] == kinds[1] && kinds[1] == kinds[2]) return 1;
    return red(kinds[0]) == red(kinds[1]) && red(kinds[1]) == red(kinds[2]) ? 2 : 5;
  }
};

__device__ bool blackjack(u32 a, u32 b) { return a + b == 9 && (a == 0 || b == 0); }
__device__ int total_of(int hard, bool ace) { return ace && hard <= 11 ? hard + 10 : hard; }

__device__ u32 outcome_of(u32 hand, int dealer) {
  int total = hand & 31;
  if (total >= int(kDone)) return total - kDone;
  return total > dealer ? kWon : total < dealer ? kLost : kPushed;
}

// What a bet gets, in halves; a Double Attack Wager and a double go back when a dealer Blackjack takes the bet.
__device__ int gets(u32 outcome) {
  return outcome == kLost || outcome == kTaken ? -2 : outcome == kWon || outcome == kNatural ? 2 : outcome == kGivenUp ? -1 : 0;
}
__device__ int gets_more(u32 outcome) { return outcome == kTaken ? 0 : gets(outcome); }
__device__ u32 ending(u32 outcome, u32 attack, u32 doubled) { return outcome | attack << 3 | doubled << 4; }

// The hands of a box, a byte each, and how many.
__device__ u32 play_box(Shoe &s, u32 g1, u32 g2, u32 up, const u8 *tables, u32 &formed) {
  u32 hands = 0, number = 0, pending = 0, situation = 0, code = tables[(g1 * 10 + g2) * 10 + up];
  int hard = int(g1 + g2) + 2;
  bool ace = g1 == 0 || g2 == 0, pair = g1 == g2;
  formed = 1;
  for (;;) {
    bool given_up = false, doubled = false;
    int total = total_of(hard, ace);
    while (total < 21) {
      if (situation) {
        u32 cell = pair ? g1 + 26 : ace && hard <= 11 ? total + 5 : total - 4;
        code = tables[kPlay + (situation * 36 + cell) * 10 + up];
      }
      u32 action = code & 7;
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
      total = total_of(hard, ace);
      if (action == kDouble) {
        doubled = true;
        if (total < 21) given_up = tables[kGiveUp + (total - 4) * 10 + up];
        break;
      }
    }
    u32 state = given_up ? kDone | kGivenUp : total > 21 ? kDone | kLost : u32(total);
    hands |= (state | u32(doubled) << kDoubledBit) << (8 * number);
    if (!pending) return hands;
    pending--, number++;
    u32 g = s.draw();
    hard = int(g1 + g) + 2, ace = g1 == 0 || g == 0, pair = g1 == g;
    situation = g1 == 0 ? 4 : 2;
  }
}

// What a box came to, counted wager by wager; its net.
__device__ int count_box(u32 hands, u32 formed, u32 up, u32 attack, int dealer, u32 *counts) {
  if (formed == 1) {
    u32 outcome = outcome_of(hands, dealer), doubled = hands >> kDoubledBit & 1;
    atomicAdd(&counts[kMain + up * kEndings + ending(outcome, attack, doubled)], 1);
    return gets(outcome) + int(attack + doubled * (1 + attack)) * gets_more(outcome);
  }
  int on_first = 0, on_splits = 0, on_doubles = 0;
  u32 many = 0;
  for (u32 i = 0; i < formed; i++, hands >>= 8) {
    u32 outcome = outcome_of(hands, dealer), doubled = hands >> kDoubledBit & 1;
    int on_hand = gets(outcome) + int(attack) * gets_more(outcome);
    if (i == 0) {
      on_first = on_hand;
      atomicAdd(&counts[kFirstHand + ending(outcome, attack, doubled)], 1);
    } else {
      on_splits += on_hand;
    }
    many += doubled;
    on_doubles += int(doubled * (1 + attack)) * gets_more(outcome);
  }
  int net = on_first + on_splits + on_doubles;
  atomicAdd(&counts[kSplitMain + up * kOutcomes + net + kLimit], 1);
  atomicAdd(&counts[kSplits + (attack * kHands + formed - 1) * kOutcomes + on_splits + kLimit], 1);
  if (many) atomicAdd(&counts[kDoubles + (attack * (kHands + 1) + many) * kOutcomes + on_doubles + kLimit], 1);
  return net;
}

__global__ void play(u64 seed, u32 streams, u32 rounds, const u8 *all_tables, unsigned long long *all_counts,
                     unsigned long long *shoes_played, unsigned long long *longest_run) {
  __shared__ u32 counts[kCounts];
  __shared__ u8 tables[kTables];
  for (u32 i = threadIdx.x; i < kCounts; i += blockDim.x) counts[i] = 0;
  for (u32 i = threadIdx.x; i < kTables; i += blockDim.x) tables[i] = all_tables[i];
  __syncthreads();
  u32 stream = blockIdx.x * blockDim.x + threadIdx.x;
  if (stream < streams) {
    Shoe s;
    s.seed(seed, stream);
    s.shuffle();
    u32 shoes = 1, run = 0, longest = 0;
    for (u32 round = 0; round < rounds; round++) {
      if (s.n < kCover) s.shuffle(), shoes++;
      u32 up = s.draw(), g1 = s.draw(), g2 = s.draw(), hole = s.draw(), bonus = 0, formed = 1, hands;
      u32 attack = tables[kAttack + up];
      int dealer = 0;
      bool taken = blackjack(up, hole);
      if (taken) {
        hands = kDone | (blackjack(g1, g2) ? kPushed : kTaken);
      } else {
        hands = kDone | kNatural;
        if (!blackjack(g1, g2)) hands = play_box(s, g1, g2, up, tables, formed);
        int hard = int(up + hole) + 2;
        bool ace = up == 0 || hole == 0;
        dealer = total_of(hard, ace);
        for (int drawn = 0; dealer < 17; drawn++) {
          u32 g = s.draw();
          hard += int(g) + 1, ace |= g == 0;
          dealer = total_of(hard, ace);
          // A third card of six to ten that busts is paid by the lines after the two of three eights.
          if (drawn == 0 && dealer > 21) bonus = up == 7 && hole == 7 && g == 7 ? s.eights() : g - 2;
        }
        dealer = dealer > 21 ? 0 : dealer;
      }
      int net = count_box(hands, formed, up, attack, dealer, counts);
      atomicAdd(&counts[kThird + bonus], 1);
      if (up == 0) atomicAdd(&counts[kInsurance + (taken ? 1 : 0)], 1);
      run = net < 0 ? run + 1 : 0;
      longest = max(longest, run);
    }
    atomicAdd(shoes_played, shoes);
    atomicMax(longest_run, longest);
  }
  __syncthreads();
  for (u32 i = threadIdx.x; i < kCounts; i += blockDim.x)
    if (counts[i]) atomicAdd(&all_counts[i], counts[i]);
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  std::vector<u8> tables(1 << 16);
  FILE *file = std::fopen(argv[1], "rb");
  if (!file || !std::fread(tables.data(), 1, tables.size(), file)) return 2;
  u64 seed = std::strtoull(argv[2], nullptr, 10);
  u32 streams = u32(std::atoll(argv[3])), rounds = u32(std::atoll(argv[4])), threads = u32(std::atoi(argv[5]));
  u8 *on_device;
  unsigned long long *tally;
  constexpr size_t size = (kCounts + 2) * sizeof(unsigned long long);
  cudaMalloc(&on_device, kTables);
  cudaMalloc(&tally, size);
  cudaMemcpy(on_device, tables.data(), kTables, cudaMemcpyHostToDevice);
  cudaEvent_t begun, ended;
  cudaEventCreate(&begun);
  cudaEventCreate(&ended);
  float best = 1e30f;
  for (int attempt = 0; attempt < 4; attempt++) {  // the first warms up
    cudaMemset(tally, 0, size);
    cudaEventRecord(begun);
    play<<<(streams + threads - 1) / threads, threads>>>(seed, streams, rounds, on_device, tally, tally + kCounts,
                                                         tally + kCounts + 1);
    cudaEventRecord(ended);
    cudaEventSynchronize(ended);
    float milliseconds;
    cudaEventElapsedTime(&milliseconds, begun, ended);
    if (attempt) best = std::min(best, milliseconds);
  }
  std::vector<unsigned long long> found(kCounts + 2);
  if (cudaMemcpy(found.data(), tally, size, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%.6f\n", best / 1e3);
  for (size_t i = 0; i < found.size(); i++) std::printf(i == kCounts ? "\n%llu " : "%llu ", found[i]);
  std::printf("\n");
  return 0;
}
