// Mirrors components/esp_driver_usb_serial_jtag/include/driver/usb_serial_jtag.h, ESP-IDF v5.5: only what
// hal_esp uses.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "esp_err.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t tx_buffer_size;
  uint32_t rx_buffer_size;
} usb_serial_jtag_driver_config_t;

esp_err_t usb_serial_jtag_driver_install(usb_serial_jtag_driver_config_t* usb_serial_jtag_config);
int usb_serial_jtag_read_bytes(void* buf, uint32_t length, uint32_t ticks_to_wait);
int usb_serial_jtag_write_bytes(const void* src, size_t size, uint32_t ticks_to_wait);

#ifdef __cplusplus
}
#endif
