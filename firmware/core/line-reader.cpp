#include "core/line-reader.h"

#include <string.h>

namespace faiwatch {

LineReader::Result LineReader::take(char c) {
  if (is_complete_) dropPacket();
  if (is_packet_) return takeOfPacket(c);
  if (c != '\r' && c != '\n') {
    if (size_ == kCapacity) {
      is_too_long_ = true;
    } else {
      buffer_[size_++] = c;
      is_packet_ = size_ == sizeof kImprovHead && memcmp(buffer_, kImprovHead, size_) == 0;
    }
    return Result::Pending;
  }
  if (is_too_long_) {
    size_ = 0;
    is_too_long_ = false;
    return Result::TooLong;
  }
  // An empty line is the LF of a CRLF, or somebody pressing Enter, or what follows a packet.
  if (size_ == 0) return Result::Pending;
  is_complete_ = true;
  return Result::Line;
}

LineReader::Result LineReader::takeOfPacket(char c) {
  if (size_ < kCapacity) buffer_[size_] = c;
  size_++;
  if (size_ < kImprovHeadBytes) return Result::Pending;
  const size_t whole = kImprovHeadBytes + packetDataBytes() + 1;
  if (size_ < whole) return Result::Pending;
  is_complete_ = true;
  if (whole > kCapacity) return Result::BadPacket;
  uint8_t sum = 0;
  for (size_t i = 0; i + 1 < whole; i++) {
    sum = static_cast<uint8_t>(sum + static_cast<uint8_t>(buffer_[i]));
  }
  return sum == static_cast<uint8_t>(c) ? Result::Packet : Result::BadPacket;
}

void LineReader::dropPacket() {
  size_ = 0;
  is_complete_ = false;
  is_packet_ = false;
}

}  // namespace faiwatch
