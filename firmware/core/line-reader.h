#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/improv-packet.h"
#include "core/text.h"

namespace faiwatch {

/// Cuts what comes over the serial line into lines, ended by CR, LF or CRLF, and packets of Improv, which begin where
/// a line would and may hold CR and LF. No line begins like one: its seventh byte is a control character.
class LineReader {
 public:
  /// Bytes of a line without its end; enough for the longest value of any command.
  static constexpr size_t kCapacity = 200;

  enum class Result : uint8_t {
    /// The line goes on.
    Pending,
    /// line() is whole, and not empty.
    Line,
    /// A line that was longer has ended; nothing of it is kept.
    TooLong,
    /// packetType() and packetData() are whole.
    Packet,
    /// A packet has ended whose sum is wrong, or which is longer than any that means something here.
    BadPacket,
  };

  Result take(char c);
  /// Valid until the next take().
  TextView line() const { return {buffer_, size_}; }
  uint8_t packetType() const { return static_cast<uint8_t>(buffer_[sizeof kImprovHead]); }
  TextView packetData() const { return {buffer_ + kImprovHeadBytes, packetDataBytes()}; }
  /// A packet has begun, and its end has not come.
  bool isInPacket() const { return is_packet_ && !is_complete_; }
  /// Its end does not come any more: what follows is a line again.
  void dropPacket();

 private:
  size_t packetDataBytes() const { return static_cast<uint8_t>(buffer_[kImprovHeadBytes - 1]); }
  Result takeOfPacket(char c);

  char buffer_[kCapacity];
  /// Of a packet that is too long more than the buffer holds.
  size_t size_ = 0;
  bool is_complete_ = false;
  bool is_too_long_ = false;
  bool is_packet_ = false;
};

}  // namespace faiwatch
