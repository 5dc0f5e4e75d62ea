#include "core/dns.h"

#include <string.h>

namespace faiwatch {

namespace {

constexpr size_t kHeaderBytes = 12;
constexpr uint16_t kTypeA = 1;
constexpr uint16_t kClassIn = 1;
/// Pointer to the question's name, A, IN, 30 s, four bytes of address.
constexpr uint8_t kRecord[] = {0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 30, 0, 4, 4, 3, 2, 1};

uint16_t readWord(const uint8_t* at) { return static_cast<uint16_t>(at[0] << 8 | at[1]); }

/// Offset behind the name that begins at `at`; 0: there is none.
size_t skipName(const uint8_t* message, size_t length, size_t at) {
  while (at < length) {
    const uint8_t label = message[at];
    if (label == 0) return at + 1;
    // Nothing stands before a question, so a pointer in it is invalid.
    if (label > 63) return 0;
    at += 1U + label;
  }
  return 0;
}

}  // namespace

size_t answerDns(const uint8_t* query, size_t length, uint8_t* answer, size_t capacity) {
  if (length < kHeaderBytes) return 0;
  const bool is_plain_query = (query[2] & 0xf8) == 0;
  if (!is_plain_query || readWord(query + 4) != 1) return 0;
  const size_t name_end = skipName(query, length, kHeaderBytes);
  if (name_end == 0 || length - name_end < 4 || name_end - kHeaderBytes > 255) return 0;
  const size_t question_end = name_end + 4;
  const bool is_address =
      readWord(query + name_end) == kTypeA && readWord(query + name_end + 2) == kClassIn;
  const size_t size = question_end + (is_address ? sizeof kRecord : 0);
  if (size > capacity) return 0;
  memcpy(answer, query, question_end);
  // Response, authoritative, the query's wish for recursion; recursion available, no error.
  answer[2] = static_cast<uint8_t>(0x84 | (query[2] & 1));
  answer[3] = 0x80;
  const uint8_t counts[8] = {0, 1, 0, static_cast<uint8_t>(is_address ? 1 : 0), 0, 0, 0, 0};
  memcpy(answer + 4, counts, sizeof counts);
  if (is_address) memcpy(answer + question_end, kRecord, sizeof kRecord);
  return size;
}

}  // namespace faiwatch
