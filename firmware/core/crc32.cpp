#include "core/crc32.h"

namespace faiwatch {

namespace {

/// One entry for each half byte: 64 bytes instead of a kilobyte.
constexpr uint32_t kTable[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

}  // namespace

uint32_t crc32(const void* data, size_t length, uint32_t before) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  uint32_t crc = ~before;
  for (size_t i = 0; i < length; i++) {
    crc = kTable[(crc ^ bytes[i]) & 15] ^ (crc >> 4);
    crc = kTable[(crc ^ (bytes[i] >> 4)) & 15] ^ (crc >> 4);
  }
  return ~crc;
}

}  // namespace faiwatch
