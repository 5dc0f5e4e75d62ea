// Calls a fuzz entry with made-up inputs: pieces of what its seeds hold, changed, cut and joined. The
// same inputs for the same seed, so that a failure can be had again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>
#include <vector>

#include "fuzz/entries.h"
#include "support/prng.h"

namespace {

std::string makeInput(Prng& random) {
  std::string input;
  const uint32_t parts = random.between(1, 3);
  for (uint32_t i = 0; i < parts; i++) {
    if (fuzz_seed_count == 0 || random.chance(20)) {
      for (uint32_t k = random.below(60); k > 0; k--) input += static_cast<char>(random.next());
      continue;
    }
    const std::string seed = fuzz_seeds[random.below(static_cast<uint32_t>(fuzz_seed_count))];
    const size_t from =
        random.chance(70) ? 0 : random.below(static_cast<uint32_t>(seed.size() + 1));
    const size_t length =
        random.chance(70) ? seed.size() : random.below(static_cast<uint32_t>(seed.size() + 1));
    input += seed.substr(from, length);
  }
  for (uint32_t changes = random.below(6); changes > 0 && !input.empty(); changes--) {
    const size_t at = random.below(static_cast<uint32_t>(input.size()));
    switch (random.below(5)) {
      case 0:
        input[at] = static_cast<char>(random.next());
        break;
      case 1:
        input[at] = static_cast<char>(input[at] ^ (1 << random.below(8)));
        break;
      case 2:
        input.erase(at, random.between(1, 8));
        break;
      case 3:
        input.insert(at, 1, "{}[]\",:\\%=&\r\n \t0-"[random.below(18)]);
        break;
      default:
        input.insert(at, input.substr(at, random.below(40)));
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  const long rounds = argc > 1 ? atol(argv[1]) : 100'000;
  const uint64_t seed = argc > 2 ? strtoull(argv[2], nullptr, 10) : 1;
  Prng random(seed);
  for (long i = 0; i < rounds; i++) {
    const std::string input = makeInput(random);
    // A copy of exactly its size, so that reading one byte too far is noticed.
    std::vector<uint8_t> bytes(input.begin(), input.end());
    bytes.shrink_to_fit();
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  const char* name = strrchr(argv[0], '/');
  printf("%s: %ld inputs\n", name == nullptr ? argv[0] : name + 1, rounds);
  return 0;
}
