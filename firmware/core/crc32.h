#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch {

/// CRC-32 as of IEEE 802.3 (zlib's). @param before of the bytes that precede these, 0 at first
uint32_t crc32(const void* data, size_t length, uint32_t before = 0);

}  // namespace faiwatch
