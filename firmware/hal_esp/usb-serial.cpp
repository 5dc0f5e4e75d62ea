#include "hal_esp/usb-serial.h"

namespace faiwatch::esp {

namespace {

/// A host that has the port open fetches a packet within milliseconds.
constexpr uint64_t kGoneMs = 300;

}  // namespace

size_t UsbSerial::read(char* out, size_t capacity) { return readUsb(out, capacity); }

size_t UsbSerial::write(const char* data, size_t length) {
  if (listener_ == Listener::Gone) {
    // A listener is back once the waiting packet has been fetched. The dropped bytes may have ended within a line.
    if (send("\r\n", 2) == 0) return length;
    listener_ = Listener::There;
  }
  const size_t sent = send(data, length);
  if (sent > 0) {
    listener_ = Listener::There;
  } else if (listener_ == Listener::There) {
    listener_ = Listener::Doubted;
    doubted_ms_ = clock_.nowMs();
  } else if (clock_.nowMs() - doubted_ms_ >= kGoneMs) {
    listener_ = Listener::Gone;
    return length;
  }
  return sent;
}

size_t UsbSerial::send(const char* data, size_t length) {
  size_t sent = 0;
  while (sent < length) {
    const size_t taken = writeUsb(data + sent, length - sent);
    if (taken == 0) break;
    sent += taken;
  }
  return sent;
}

}  // namespace faiwatch::esp
