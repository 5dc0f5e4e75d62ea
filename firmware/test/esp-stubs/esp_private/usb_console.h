// Mirrors components/esp_system/include/esp_private/usb_console.h, ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "esp_err.h"

#ifdef __cplusplus
extern "C" {
#endif

ssize_t esp_usb_console_write_buf(const char* buf, size_t size);
ssize_t esp_usb_console_read_buf(char* buf, size_t buf_size);

#ifdef __cplusplus
}
#endif
