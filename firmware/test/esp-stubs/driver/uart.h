// Mirrors components/esp_driver_uart/include/driver/uart.h and hal/uart_types.h, ESP-IDF v5.5: only what
// hal_esp uses.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "esp_err.h"
#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { UART_NUM_0, UART_NUM_1, UART_NUM_MAX } uart_port_t;
typedef enum { UART_DATA_8_BITS = 0x3 } uart_word_length_t;
typedef enum { UART_STOP_BITS_1 = 0x1 } uart_stop_bits_t;
typedef enum { UART_PARITY_DISABLE = 0x0 } uart_parity_t;
typedef enum { UART_HW_FLOWCTRL_DISABLE = 0x0 } uart_hw_flowcontrol_t;
typedef enum { UART_SCLK_DEFAULT = 4 } uart_sclk_t;

typedef struct {
  int baud_rate;
  uart_word_length_t data_bits;
  uart_parity_t parity;
  uart_stop_bits_t stop_bits;
  uart_hw_flowcontrol_t flow_ctrl;
  uint8_t rx_flow_ctrl_thresh;
  union {
    uart_sclk_t source_clk;
  };
  struct {
    uint32_t allow_pd : 1;
    uint32_t backup_before_sleep : 1;
  } flags;
} uart_config_t;

esp_err_t uart_driver_install(uart_port_t uart_num, int rx_buffer_size, int tx_buffer_size,
                              int queue_size, QueueHandle_t* uart_queue, int intr_alloc_flags);
esp_err_t uart_param_config(uart_port_t uart_num, const uart_config_t* uart_config);
int uart_write_bytes(uart_port_t uart_num, const void* src, size_t size);
int uart_read_bytes(uart_port_t uart_num, void* buf, uint32_t length, TickType_t ticks_to_wait);
esp_err_t uart_get_buffered_data_len(uart_port_t uart_num, size_t* size);
esp_err_t uart_get_tx_buffer_free_size(uart_port_t uart_num, size_t* size);

#ifdef __cplusplus
}
#endif
