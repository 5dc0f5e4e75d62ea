// A panel for St7789Display: its memory, and what was done to it.
#pragma once

#include <stdint.h>

#include <string>
#include <vector>

#include "esp_err.h"

namespace panel {

constexpr int kWidth = 240;
constexpr int kHeight = 135;

struct Panel {
  /// RGB565.
  std::vector<uint16_t> pixels = std::vector<uint16_t>(kWidth * kHeight, 0xa5a5);
  int strips = 0;
  /// What the driver answers when it is made.
  esp_err_t init = ESP_OK;
  /// The hardware takes a strip and never finishes it.
  bool is_stuck = false;
  bool is_asleep = false;
  /// Waits of the display for a strip that never ended.
  int waits = 0;

  /// Whether anything but black is in these rows.
  bool isLit(int top, int rows) const;
  /// The colour of the first pixel that is not black in these rows.
  uint16_t colourIn(int top, int rows) const;
};

Panel& fresh();
Panel& now();

}  // namespace panel
