#pragma once

#include <stdint.h>

#include "hal_esp/font-8x13.h"

namespace faiwatch::esp {

/// A strip of the display, as high as the font: what is drawn at once.
class TextBand {
 public:
  static constexpr unsigned kColumns = 240;
  static constexpr unsigned kRows = kFontRows;
  /// Left free on both sides; 28 letters of the font fit in between.
  static constexpr unsigned kMargin = 8;
  static constexpr unsigned kBytes = kColumns * kRows * sizeof(uint16_t);

  /// How much larger than the font a text may be drawn so that it still fits, 1 to `most`.
  static unsigned fittingScale(const char* text, unsigned most);

  /// Draws one strip of a line of text, on black.
  /// @param strip 0 to scale - 1: a text that is three times as high takes three strips
  /// @param colour RGB565
  void draw(const char* text, unsigned scale, unsigned strip, uint16_t colour);
  void clear();

  /// Row by row, RGB565, high byte first, as the panel wants it.
  const uint16_t* pixels() const { return pixels_; }

 private:
  // For DMA: in internal RAM as all statics, and aligned.
  alignas(4) uint16_t pixels_[kColumns * kRows] = {};
};

}  // namespace faiwatch::esp
