#include "hal_posix/cable-serial.h"

#include <sys/socket.h>

#include <algorithm>

#include "hal_posix/log.h"

namespace faiwatch::posix {

namespace {

/// 115200 baud, ten bits a byte: 11.52 bytes in a millisecond.
constexpr uint64_t kBytesPerSecond = 11'520;
/// A UART's FIFO.
constexpr size_t kMostAtOnce = 128;

}  // namespace

size_t CableSerial::read(char* out, size_t capacity) {
  const size_t allowed = in_.allow(clock_.nowMs(), capacity);
  if (allowed == 0) return 0;
  const ssize_t got = recv(cable_, out, allowed, MSG_DONTWAIT);
  const size_t taken = got > 0 ? static_cast<size_t>(got) : 0;
  in_.giveBack(allowed - taken);
  return taken;
}

size_t CableSerial::write(const char* data, size_t length) {
  const size_t allowed = out_.allow(clock_.nowMs(), length);
  if (allowed == 0) return 0;
  const ssize_t put = send(cable_, data, allowed, MSG_DONTWAIT | MSG_NOSIGNAL);
  const size_t taken = put > 0 ? static_cast<size_t>(put) : 0;
  out_.giveBack(allowed - taken);
  logLines(data, taken);
  return taken;
}

void CableSerial::logLines(const char* data, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (data[i] == '\n') {
      LogLine("console").text("line", line_);
      line_.clear();
    } else if (data[i] != '\r') {
      line_ += data[i];
    }
  }
}

size_t CableSerial::Pace::allow(uint64_t now_ms, size_t wanted) {
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
