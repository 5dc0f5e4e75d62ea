#include "hal_esp/text-band.h"

#include <string.h>

namespace faiwatch::esp {

namespace {

const uint8_t* glyphOf(char c) {
  const unsigned index = static_cast<unsigned char>(c) - static_cast<unsigned>(kFontFirst);
  return kFont8x13[index < kFontGlyphs ? index : '?' - kFontFirst];
}

}  // namespace

unsigned TextBand::fittingScale(const char* text, unsigned most) {
  const size_t width = strlen(text) * kFontColumns;
  unsigned scale = most;
  while (scale > 1 && width * scale > kColumns - 2 * kMargin) scale--;
  return scale;
}

void TextBand::draw(const char* text, unsigned scale, unsigned strip, uint16_t colour) {
  clear();
  const auto swapped = static_cast<uint16_t>(colour << 8 | colour >> 8);
  const unsigned cell = kFontColumns * scale;
  for (unsigned left = kMargin; *text != '\0' && left + cell <= kColumns - kMargin;
       left += cell, text++) {
    const uint8_t* const glyph = glyphOf(*text);
    for (unsigned row = 0; row < kRows; row++) {
      const unsigned bits = glyph[(strip * kRows + row) / scale];
      uint16_t* const out = pixels_ + row * kColumns + left;
      for (unsigned column = 0; column < cell; column++) {
        if ((bits << (column / scale) & 0x80) != 0) out[column] = swapped;
      }
    }
  }
}

void TextBand::clear() { memset(pixels_, 0, sizeof pixels_); }

}  // namespace faiwatch::esp
