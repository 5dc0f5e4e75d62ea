#include "fake-panel.h"

#include <string.h>

#include "driver/spi_master.h"
#include "esp_lcd_panel_io.h"
#include "esp_lcd_panel_ops.h"
#include "esp_lcd_panel_vendor.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"

namespace panel {

namespace {

Panel current;
/// The one semaphore there is: whether it can be taken.
bool is_free = false;
esp_lcd_panel_io_spi_config_t io_config;

}  // namespace

bool Panel::isLit(int top, int rows) const { return colourIn(top, rows) != 0; }

uint16_t Panel::colourIn(int top, int rows) const {
  for (int i = top * kWidth; i < (top + rows) * kWidth; i++) {
    if (pixels[static_cast<size_t>(i)] != 0) return pixels[static_cast<size_t>(i)];
  }
  return 0;
}

Panel& fresh() {
  current = Panel();
  is_free = false;
  return current;
}

Panel& now() { return current; }

}  // namespace panel

using panel::now;

extern "C" {

QueueHandle_t xQueueGenericCreateStatic(const UBaseType_t, const UBaseType_t, uint8_t*,
                                        StaticQueue_t*, const uint8_t) {
  return nullptr;
}
BaseType_t xQueueGenericSend(QueueHandle_t, const void* const, TickType_t, const BaseType_t) {
  panel::is_free = true;
  return pdTRUE;
}
BaseType_t xQueueGiveFromISR(QueueHandle_t, BaseType_t* const) {
  panel::is_free = true;
  return pdTRUE;
}
BaseType_t xQueueSemaphoreTake(QueueHandle_t, TickType_t) {
  if (!panel::is_free) {
    now().waits++;
    return pdFALSE;
  }
  panel::is_free = false;
  return pdTRUE;
}

esp_err_t spi_bus_initialize(spi_host_device_t, const spi_bus_config_t*, spi_dma_chan_t) {
  return ESP_OK;
}
esp_err_t esp_lcd_new_panel_io_spi(esp_lcd_spi_bus_handle_t,
                                   const esp_lcd_panel_io_spi_config_t* config,
                                   esp_lcd_panel_io_handle_t*) {
  panel::io_config = *config;
  return ESP_OK;
}
esp_err_t esp_lcd_new_panel_st7789(const esp_lcd_panel_io_handle_t,
                                   const esp_lcd_panel_dev_config_t*, esp_lcd_panel_handle_t*) {
  return now().init;
}
esp_err_t esp_lcd_panel_reset(esp_lcd_panel_handle_t) { return ESP_OK; }
esp_err_t esp_lcd_panel_init(esp_lcd_panel_handle_t) { return ESP_OK; }
esp_err_t esp_lcd_panel_mirror(esp_lcd_panel_handle_t, bool, bool) { return ESP_OK; }
esp_err_t esp_lcd_panel_swap_xy(esp_lcd_panel_handle_t, bool) { return ESP_OK; }
esp_err_t esp_lcd_panel_set_gap(esp_lcd_panel_handle_t, int, int) { return ESP_OK; }
esp_err_t esp_lcd_panel_invert_color(esp_lcd_panel_handle_t, bool) { return ESP_OK; }
esp_err_t esp_lcd_panel_disp_on_off(esp_lcd_panel_handle_t, bool) { return ESP_OK; }
esp_err_t esp_lcd_panel_disp_sleep(esp_lcd_panel_handle_t, bool is_asleep) {
  panel::now().is_asleep = is_asleep;
  return ESP_OK;
}

esp_err_t esp_lcd_panel_draw_bitmap(esp_lcd_panel_handle_t, int left, int top, int right,
                                    int bottom, const void* data) {
  if (left < 0 || top < 0 || right > panel::kWidth || bottom > panel::kHeight) {
    return ESP_ERR_INVALID_ARG;
  }
  now().strips++;
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (int row = top; row < bottom; row++) {
    for (int column = left; column < right; column++, bytes += 2) {
      now().pixels[static_cast<size_t>(row * panel::kWidth + column)] =
          static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
    }
  }
  if (!now().is_stuck)
    panel::io_config.on_color_trans_done(nullptr, nullptr, panel::io_config.user_ctx);
  return ESP_OK;
}

}  // extern "C"
