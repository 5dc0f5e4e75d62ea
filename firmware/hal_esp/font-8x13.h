#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::esp {

constexpr unsigned kFontColumns = 8;
constexpr unsigned kFontRows = 13;
constexpr char kFontFirst = ' ';
constexpr size_t kFontGlyphs = 95;

/// The printable ASCII characters of X.Org's misc-fixed 8x13 bold ("Public domain font. Share and
/// enjoy."): a byte for each row from the top, its highest bit on the left.
extern const uint8_t kFont8x13[kFontGlyphs][kFontRows];

}  // namespace faiwatch::esp
