#pragma once

#include <stddef.h>
#include <stdint.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/// Valid or nearly valid texts, from which the loop makes its inputs.
extern const char* const fuzz_seeds[];
extern const size_t fuzz_seed_count;

/// Ends the process: an invariant is broken.
#define FUZZ_ASSERT(condition)          \
  do {                                  \
    if (!(condition)) __builtin_trap(); \
  } while (false)
