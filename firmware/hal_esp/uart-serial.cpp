#include "hal_esp/uart-serial.h"

#include "driver/uart.h"

namespace faiwatch::esp {

namespace {

constexpr uart_port_t kPort = UART_NUM_0;
/// A page may send all its lines at once. This holds 90 ms of 115200 baud.
constexpr int kReceiveBytes = 1024;
constexpr int kSendBytes = 2048;
/// Bytes that may wait to be sent. The driver needs the rest of the ring for its headers. A piece that did not fit
/// would make uart_write_bytes block.
constexpr size_t kWaitingBytes = 512;

}  // namespace

bool UartSerial::begin() {
  uart_config_t config = {};
  config.baud_rate = 115'200;
  config.data_bits = UART_DATA_8_BITS;
  config.parity = UART_PARITY_DISABLE;
  config.stop_bits = UART_STOP_BITS_1;
  config.flow_ctrl = UART_HW_FLOWCTRL_DISABLE;
  config.source_clk = UART_SCLK_DEFAULT;
  // The boot loader has set the pins, which are UART0's own.
  return uart_driver_install(kPort, kReceiveBytes, kSendBytes, 0, nullptr, 0) == ESP_OK &&
         uart_param_config(kPort, &config) == ESP_OK;
}

size_t UartSerial::read(char* out, size_t capacity) {
  size_t there = 0;
  if (uart_get_buffered_data_len(kPort, &there) != ESP_OK || there == 0) return 0;
  const size_t wanted = there < capacity ? there : capacity;
  const int got = uart_read_bytes(kPort, out, static_cast<uint32_t>(wanted), 0);
  return got > 0 ? static_cast<size_t>(got) : 0;
}

size_t UartSerial::write(const char* data, size_t length) {
  size_t free = 0;
  if (uart_get_tx_buffer_free_size(kPort, &free) != ESP_OK) return 0;
  const size_t waiting = kSendBytes - free;
  if (waiting >= kWaitingBytes) return 0;
  const size_t room = kWaitingBytes - waiting;
  const int put = uart_write_bytes(kPort, data, length < room ? length : room);
  return put > 0 ? static_cast<size_t>(put) : 0;
}

}  // namespace faiwatch::esp
