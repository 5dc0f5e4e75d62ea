#pragma once

#include "driver/gpio.h"
#include "esp_lcd_panel_io.h"
#include "esp_lcd_types.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "hal/display.h"
#include "hal_esp/text-band.h"

namespace faiwatch::esp {

struct DisplayPins {
  gpio_num_t mosi;
  gpio_num_t clock;
  gpio_num_t select;
  /// High: data, low: a command.
  gpio_num_t data;
  gpio_num_t reset;
  gpio_num_t backlight;
};

/// The T-Display's panel, 240 × 135 lying on its side, over SPI with DMA. Only lines that changed are drawn,
/// strip by strip: 1.3 ms each.
class St7789Display final : public hal::Display {
 public:
  explicit St7789Display(const DisplayPins& pins) : pins_(pins) {}

  /// @returns false when there is no memory or no bus for it; it then stays dark
  bool begin();

  void draw(const hal::Screen& screen) override;
  void setBacklight(bool on) override;
  void sleep() override;

 private:
  bool openBus(esp_lcd_panel_io_handle_t& io);
  bool openPanel(esp_lcd_panel_io_handle_t io);
  void drawLine(const hal::ScreenLine& line, hal::ScreenLine& shown, unsigned top, unsigned most);
  void clearAll();
  /// Waits for the strip before, which the hardware reads until then.
  bool waitForStrip();
  void sendStrip(unsigned top, unsigned rows);
  static bool onStripSent(esp_lcd_panel_io_handle_t io, esp_lcd_panel_io_event_data_t* event,
                          void* self);

  const DisplayPins& pins_;
  esp_lcd_panel_handle_t panel_ = nullptr;
  bool is_ready_ = false;
  StaticSemaphore_t free_memory_ = {};
  SemaphoreHandle_t free_ = nullptr;
  TextBand band_;
  hal::Screen shown_ = {};
};

}  // namespace faiwatch::esp
