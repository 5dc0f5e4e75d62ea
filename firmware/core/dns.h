#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch {

/// Answers every name with 4.3.2.1, so that a phone that looks for the internet finds the portal
/// (RFC 1035). Other types than A get an empty answer, for which no phone waits.
/// @returns length of the answer; 0: no query, or one that is not understood
size_t answerDns(const uint8_t* query, size_t length, uint8_t* answer, size_t capacity);

}  // namespace faiwatch
