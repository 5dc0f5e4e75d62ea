#include "hal_esp/usb-port.h"

#include "sdkconfig.h"

#if CONFIG_ESP_CONSOLE_USB_CDC
// Espressif does not mean this header for applications. The public interface, /dev/cdcacm, silently drops bytes
// that do not fit. The version is pinned (README.md).
#include "esp_private/usb_console.h"
#elif CONFIG_ESP_CONSOLE_USB_SERIAL_JTAG
#include "driver/usb_serial_jtag.h"
#endif

namespace faiwatch::esp {

#if CONFIG_ESP_CONSOLE_USB_CDC

/// The ESP32-S2's, as its ROM serves it (303a:0002): the vendor's console, which has begun already. It also
/// restarts the chip, into its loader if asked, when the host lets RTS fall.
void beginUsb() {}

size_t readUsb(char* out, size_t capacity) {
  const ssize_t got = esp_usb_console_read_buf(out, capacity);
  return got > 0 ? static_cast<size_t>(got) : 0;
}

/// The console takes a packet of 64 bytes at a time, and sends it when it is full or ends a line.
size_t writeUsb(const char* data, size_t length) {
  const ssize_t taken = esp_usb_console_write_buf(data, length);
  return taken > 0 ? static_cast<size_t>(taken) : 0;
}

#elif CONFIG_ESP_CONSOLE_USB_SERIAL_JTAG

namespace {

/// The driver takes a piece whole or not at all.
constexpr size_t kPieceBytes = 64;
constexpr uint32_t kSendBytes = 256;
/// A page may send all its lines at once, and nothing reads while flash is erased.
constexpr uint32_t kReceiveBytes = 1024;

}  // namespace

/// The ESP32-C3's, which is hardware (303a:1001): the host's lines restart the chip, into its loader if
/// asked, whatever runs, and the port stays.
void beginUsb() {
  usb_serial_jtag_driver_config_t config = {};
  config.tx_buffer_size = kSendBytes;
  config.rx_buffer_size = kReceiveBytes;
  usb_serial_jtag_driver_install(&config);
}

size_t readUsb(char* out, size_t capacity) {
  const int got = usb_serial_jtag_read_bytes(out, static_cast<uint32_t>(capacity), 0);
  return got > 0 ? static_cast<size_t>(got) : 0;
}

size_t writeUsb(const char* data, size_t length) {
  const int taken =
      usb_serial_jtag_write_bytes(data, length < kPieceBytes ? length : kPieceBytes, 0);
  return taken > 0 ? static_cast<size_t>(taken) : 0;
}

#else

// A chip without USB of its own.
void beginUsb() {}
size_t readUsb(char*, size_t) { return 0; }
size_t writeUsb(const char*, size_t) { return 0; }

#endif

}  // namespace faiwatch::esp
