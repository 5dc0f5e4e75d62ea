#pragma once

#include <stdint.h>

#include <optional>
#include <string>

#include "hal/board.h"

namespace faiwatch::posix {

/// What an image says of itself, in the form of ESP-IDF: the image header, the application descriptor at
/// the begin of the first segment, and, only here, a word at the begin of the second.
struct FirmwareImage {
  /// ESP-IDF's esp_chip_id_t: 0 ESP32, 2 ESP32-S2, 5 ESP32-C3.
  uint16_t chip;
  std::string version;
  /// Its second segment begins with `crash`: it crashes soon after its start.
  bool crashes;
};

/// Nothing when it is no image.
std::optional<FirmwareImage> readImage(const std::string& path);

uint16_t chipOf(hal::BoardKind board);

}  // namespace faiwatch::posix
