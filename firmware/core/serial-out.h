#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/improv-packet.h"
#include "core/text.h"
#include "hal/serial.h"

namespace faiwatch {

/// Lines on their way to the serial port. Bytes that the port does not take at once wait. A line is sent whole or
/// not at all.
class SerialOut {
 public:
  explicit SerialOut(hal::Serial& serial) : serial_(serial) {}

  /// Room that is kept for answers: notices never take it.
  static constexpr size_t kAnswerBytes = 1536;

  /// `OK text`: the answer of a command that succeeded.
  void ok(TextView text);
  /// `ERR code text`: the answer of a command that failed.
  void error(TextView code, TextView text);
  /// `- text`: a detail before the answer.
  void detail(TextView text);
  /// `* text`: a notice that no command asked for. Left out when the port takes nothing.
  void notice(TextView text);

  /// A packet of Improv, with a line feed behind it.
  void packet(ImprovPacket type, TextView data);

  void flush();
  bool isEmpty() const { return used_ == 0; }
  /// Whether any command's answer has room, so that the next one may be read.
  bool hasRoomForAnswer() const { return kCapacity - used_ >= kAnswerBytes; }

 private:
  static constexpr size_t kCapacity = 2048;

  void addLine(TextView mark, TextView first, TextView second, size_t keep_free);
  void addBytes(TextView text);

  hal::Serial& serial_;
  char buffer_[kCapacity];
  size_t begin_ = 0;
  size_t used_ = 0;
};

}  // namespace faiwatch
