#include "hal_esp/usb-serial.h"

// Not for applications, says the vendor; but what is for them, /dev/cdcacm, drops what does not fit without
// a word. The version is pinned (README.md).
#include "esp_private/usb_console.h"

namespace faiwatch::esp {

namespace {

/// A host that has the port open fetches a packet within milliseconds.
constexpr uint64_t kGoneMs = 300;

}  // namespace

size_t UsbSerial::read(char* out, size_t capacity) {
  const ssize_t got = esp_usb_console_read_buf(out, capacity);
  return got > 0 ? static_cast<size_t>(got) : 0;
}

size_t UsbSerial::write(const char* data, size_t length) {
  if (listener_ == Listener::Gone) {
    // Somebody is there again once the packet that was waiting has been fetched. What was dropped may have
    // ended within a line.
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

/// The console takes a packet of 64 bytes at a time, and sends it when it is full or ends a line.
size_t UsbSerial::send(const char* data, size_t length) {
  size_t sent = 0;
  while (sent < length) {
    const ssize_t taken = esp_usb_console_write_buf(data + sent, length - sent);
    if (taken <= 0) break;
    sent += static_cast<size_t>(taken);
  }
  return sent;
}

}  // namespace faiwatch::esp
