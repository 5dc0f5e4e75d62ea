#pragma once

#include <stdint.h>

/// xorshift64*: the same numbers for the same seed, everywhere.
class Prng {
 public:
  explicit Prng(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 1) {}

  uint32_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<uint32_t>((state_ * 0x2545f4914f6cdd1dULL) >> 32);
  }
  uint32_t below(uint32_t limit) { return next() % limit; }
  uint32_t between(uint32_t least, uint32_t most) { return least + below(most - least + 1); }
  bool chance(uint32_t percent) { return below(100) < percent; }

 private:
  uint64_t state_;
};
