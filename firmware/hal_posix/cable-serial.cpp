#include "hal_posix/cable-serial.h"

#include <algorithm>

namespace faiwatch::posix {

namespace {

/// 115200 baud, ten bits a byte: 11.52 bytes in a millisecond.
constexpr uint64_t kBytesPerSecond = 11'520;
/// A UART's FIFO.
constexpr size_t kMostAtOnce = 128;

}  // namespace

size_t CableSerial::read(char* out, size_t capacity) {
  const size_t taken = in_.take(clock_.nowMs(), std::min(capacity, cable_.to_board.size()));
  cable_.to_board.copy(out, taken);
  cable_.to_board.erase(0, taken);
  return taken;
}

size_t CableSerial::write(const char* data, size_t length) {
  const size_t room = Cable::kCapacity - std::min(Cable::kCapacity, cable_.from_board.size());
  const size_t taken = out_.take(clock_.nowMs(), std::min(length, room));
  cable_.from_board.append(data, taken);
  logLines(data, taken);
  return taken;
}

void CableSerial::logLines(const char* data, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (data[i] == '\n') {
      LogLine(log_, "console").text("line", line_);
      line_.clear();
    } else if (data[i] != '\r') {
      line_ += data[i];
    }
  }
}

size_t CableSerial::Pace::take(uint64_t now_ms, size_t wanted) {
  const uint64_t earned = (now_ms - seen_ms_) * kBytesPerSecond / 1000;
  if (earned > 0) {
    left_ = static_cast<size_t>(std::min<uint64_t>(left_ + earned, kMostAtOnce));
    seen_ms_ = now_ms;
  }
  const size_t allowed = std::min(left_, wanted);
  left_ -= allowed;
  return allowed;
}

}  // namespace faiwatch::posix
