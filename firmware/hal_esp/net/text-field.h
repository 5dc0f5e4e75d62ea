#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace faiwatch::esp {

/// Copies a text into one of the driver's fields, which hold it without NUL when it fills them.
/// @returns how many bytes of it fitted
template <size_t N>
size_t fillField(uint8_t (&field)[N], const char* text) {
  const size_t length = strlen(text);
  const size_t taken = length < N ? length : N;
  memcpy(field, text, taken);
  return taken;
}

}  // namespace faiwatch::esp
