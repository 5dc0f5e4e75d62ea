// Mirrors components/esp_lcd/include/{esp_lcd_panel_vendor,esp_lcd_panel_dev,esp_lcd_panel_st7789}.h,
// ESP-IDF v5.5: only what hal_esp uses.
#pragma once

#include <stdint.h>

#include "esp_err.h"
#include "esp_lcd_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int reset_gpio_num;
  union {
    lcd_rgb_element_order_t rgb_ele_order;
  };
  lcd_rgb_data_endian_t data_endian;
  uint32_t bits_per_pixel;
  struct {
    uint32_t reset_active_high : 1;
  } flags;
  void* vendor_config;
} esp_lcd_panel_dev_config_t;

esp_err_t esp_lcd_new_panel_st7789(const esp_lcd_panel_io_handle_t io,
                                   const esp_lcd_panel_dev_config_t* panel_dev_config,
                                   esp_lcd_panel_handle_t* ret_panel);

#ifdef __cplusplus
}
#endif
