// Datagrams to port 53 of the set-up network.
#include <string.h>

#include <initializer_list>

#include "core/dns.h"
#include "fuzz/entries.h"

const char* const fuzz_seeds[] = {
    "\x12\x34\x01\x7f\x7f\x01\x7f\x7f\x7f\x7f\x7f\x7f\x07"
    "example\x03"
    "com\x7f\x7f\x01\x7f\x01",
};
const size_t fuzz_seed_count = 1;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Seeds are texts; 0x7f stands for the zeros that no text may hold.
  uint8_t query[600];
  const size_t length = size < sizeof query ? size : sizeof query;
  for (size_t i = 0; i < length; i++) query[i] = data[i] == 0x7f ? uint8_t{0} : data[i];
  uint8_t answer[512];
  for (const size_t capacity : {sizeof answer, size_t{40}, size_t{0}}) {
    const size_t answered = faiwatch::answerDns(query, length, answer, capacity);
    FUZZ_ASSERT(answered <= capacity);
    if (answered == 0) continue;
    // The answer repeats the question and nothing else.
    FUZZ_ASSERT(answered >= 17 && answered <= length + 16);
    FUZZ_ASSERT(memcmp(answer, query, 2) == 0 && (answer[2] & 0x80) != 0);
  }
  return 0;
}
