#include "hal_posix/firmware-image.h"

#include <fcntl.h>
#include <string.h>

#include "hal_posix/descriptor.h"
#include "hal_posix/files.h"

namespace faiwatch::posix {

namespace {

// esp_app_format.h and esp_app_desc.h: esp_image_header_t has 24 bytes, a segment header 8, whose
// second word is the segment's length.
constexpr uint8_t kImageMagic = 0xe9;
constexpr size_t kChipAt = 12;
constexpr size_t kFirstLengthAt = 28;
constexpr size_t kDescriptorAt = 32;
constexpr uint32_t kDescriptorMagic = 0xabcd5432;
constexpr size_t kVersionAt = kDescriptorAt + 16;
constexpr size_t kVersionBytes = 32;
constexpr size_t kHeadBytes = kVersionAt + kVersionBytes;
constexpr char kCrashWord[] = {'c', 'r', 'a', 's', 'h'};

uint32_t readWord(const uint8_t* at) {
  uint32_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

}  // namespace

std::optional<FirmwareImage> readImage(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  uint8_t head[kHeadBytes];
  if (!file || !readAt(file.get(), head, sizeof head, 0) || head[0] != kImageMagic ||
      readWord(head + kDescriptorAt) != kDescriptorMagic) {
    return std::nullopt;
  }
  FirmwareImage image = {};
  memcpy(&image.chip, head + kChipAt, sizeof image.chip);
  const auto* const version = reinterpret_cast<const char*>(head + kVersionAt);
  image.version = std::string(version, strnlen(version, kVersionBytes));
  char word[sizeof kCrashWord];
  const size_t second_at = kDescriptorAt + readWord(head + kFirstLengthAt) + 8;
  image.crashes = readAt(file.get(), word, sizeof word, second_at) &&
                  memcmp(word, kCrashWord, sizeof word) == 0;
  return image;
}

uint16_t chipOf(hal::BoardKind board) {
  switch (board) {
    case hal::BoardKind::TDisplay:
      return 0;
    case hal::BoardKind::S2Mini:
    case hal::BoardKind::S2Test:
      return 2;
    case hal::BoardKind::C3Mini:
      return 5;
  }
  return 0;
}

}  // namespace faiwatch::posix
