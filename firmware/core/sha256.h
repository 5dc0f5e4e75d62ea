#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch {

/// SHA-256 (FIPS 180-4) of what is added piece by piece.
class Sha256 {
 public:
  Sha256() { reset(); }

  void reset();
  void add(const void* data, size_t length);
  /// Ends it; reset() before the next use.
  void finish(uint8_t (&digest)[32]);

 private:
  void mixBlock(const uint8_t* block);

  uint32_t state_[8];
  uint8_t block_[64];
  uint64_t length_;
};

}  // namespace faiwatch
