#include "hal_esp/st7789-display.h"

#include <string.h>

#include "driver/spi_master.h"
#include "esp_lcd_panel_ops.h"
#include "esp_lcd_panel_vendor.h"

namespace faiwatch::esp {

namespace {

constexpr spi_host_device_t kBus = SPI2_HOST;
constexpr unsigned kHertz = 40'000'000;
constexpr unsigned kHeight = 135;
/// The panel shows a part of its memory of 240 × 320; lying on its side, from here on.
constexpr int kLeftGap = 40;
constexpr int kTopGap = 53;
/// Limit for a strip, which takes 1.3 ms. One that takes longer is stuck.
constexpr TickType_t kStripTicks = pdMS_TO_TICKS(100);

constexpr unsigned kHeadlineScale = 3;
constexpr unsigned kHeadlineTop = 2;
constexpr unsigned kSinceTop = 46;
constexpr unsigned kWifiTop = 70;
constexpr unsigned kServiceTop = 92;
constexpr unsigned kFooterTop = 118;

uint16_t colourOf(hal::ScreenTone tone) {
  switch (tone) {
    case hal::ScreenTone::Neutral:
      break;
    case hal::ScreenTone::Good:
      return 0x07e0;
    case hal::ScreenTone::Warning:
      return 0xffe0;
    case hal::ScreenTone::Bad:
      return 0xf9e7;
  }
  return 0xffff;
}

bool isSame(const hal::ScreenLine& a, const hal::ScreenLine& b) {
  return a.tone == b.tone && strcmp(a.text, b.text) == 0;
}

}  // namespace

bool St7789Display::begin() {
  gpio_config_t backlight = {};
  backlight.pin_bit_mask = 1ULL << pins_.backlight;
  backlight.mode = GPIO_MODE_OUTPUT;
  gpio_config(&backlight);
  setBacklight(false);
  free_ = xSemaphoreCreateBinaryStatic(&free_memory_);
  xSemaphoreGive(free_);
  esp_lcd_panel_io_handle_t io = nullptr;
  is_ready_ = openBus(io) && openPanel(io);
  // The panel's memory holds noise after power-on.
  if (is_ready_) clearAll();
  return is_ready_;
}

void St7789Display::draw(const hal::Screen& screen) {
  drawLine(screen.headline, shown_.headline, kHeadlineTop, kHeadlineScale);
  drawLine(screen.since, shown_.since, kSinceTop, 1);
  drawLine(screen.wifi, shown_.wifi, kWifiTop, 1);
  drawLine(screen.service, shown_.service, kServiceTop, 1);
  drawLine(screen.footer, shown_.footer, kFooterTop, 1);
}

void St7789Display::setBacklight(bool on) { gpio_set_level(pins_.backlight, on ? 1 : 0); }

void St7789Display::sleep() {
  setBacklight(false);
  if (is_ready_) esp_lcd_panel_disp_sleep(panel_, true);
  is_ready_ = false;
}

bool St7789Display::openBus(esp_lcd_panel_io_handle_t& io) {
  spi_bus_config_t bus = {};
  bus.mosi_io_num = pins_.mosi;
  bus.miso_io_num = -1;
  bus.sclk_io_num = pins_.clock;
  bus.quadwp_io_num = -1;
  bus.quadhd_io_num = -1;
  bus.max_transfer_sz = TextBand::kBytes;
  if (spi_bus_initialize(kBus, &bus, SPI_DMA_CH_AUTO) != ESP_OK) return false;
  esp_lcd_panel_io_spi_config_t config = {};
  config.cs_gpio_num = pins_.select;
  config.dc_gpio_num = pins_.data;
  config.pclk_hz = kHertz;
  config.trans_queue_depth = 2;
  config.on_color_trans_done = onStripSent;
  config.user_ctx = this;
  config.lcd_cmd_bits = 8;
  config.lcd_param_bits = 8;
  return esp_lcd_new_panel_io_spi(kBus, &config, &io) == ESP_OK;
}

bool St7789Display::openPanel(esp_lcd_panel_io_handle_t io) {
  esp_lcd_panel_dev_config_t config = {};
  config.reset_gpio_num = pins_.reset;
  config.rgb_ele_order = LCD_RGB_ELEMENT_ORDER_RGB;
  config.bits_per_pixel = 16;
  return esp_lcd_new_panel_st7789(io, &config, &panel_) == ESP_OK &&
         esp_lcd_panel_reset(panel_) == ESP_OK && esp_lcd_panel_init(panel_) == ESP_OK &&
         esp_lcd_panel_invert_color(panel_, true) == ESP_OK &&
         esp_lcd_panel_swap_xy(panel_, true) == ESP_OK &&
         esp_lcd_panel_mirror(panel_, true, false) == ESP_OK &&
         esp_lcd_panel_set_gap(panel_, kLeftGap, kTopGap) == ESP_OK &&
         esp_lcd_panel_disp_on_off(panel_, true) == ESP_OK;
}

void St7789Display::drawLine(const hal::ScreenLine& line, hal::ScreenLine& shown, unsigned top,
                             unsigned most) {
  if (isSame(line, shown)) return;
  shown = line;
  // A longer text is drawn smaller, and clears the full height of the one before.
  const unsigned scale = TextBand::fittingScale(line.text, most);
  for (unsigned strip = 0; strip < most; strip++) {
    if (!waitForStrip()) return;
    if (strip < scale) {
      band_.draw(line.text, scale, strip, colourOf(line.tone));
    } else {
      band_.clear();
    }
    sendStrip(top + strip * TextBand::kRows, TextBand::kRows);
  }
}

void St7789Display::clearAll() {
  for (unsigned top = 0; top < kHeight; top += TextBand::kRows) {
    if (!waitForStrip()) return;
    band_.clear();
    const unsigned left = kHeight - top;
    sendStrip(top, left < TextBand::kRows ? left : TextBand::kRows);
  }
}

bool St7789Display::waitForStrip() {
  if (is_ready_) is_ready_ = xSemaphoreTake(free_, kStripTicks) == pdTRUE;
  return is_ready_;
}

void St7789Display::sendStrip(unsigned top, unsigned rows) {
  const auto first = static_cast<int>(top);
  const esp_err_t error =
      esp_lcd_panel_draw_bitmap(panel_, 0, first, static_cast<int>(TextBand::kColumns),
                                first + static_cast<int>(rows), band_.pixels());
  if (error != ESP_OK) xSemaphoreGive(free_);
}

bool St7789Display::onStripSent(esp_lcd_panel_io_handle_t, esp_lcd_panel_io_event_data_t*,
                                void* self) {
  BaseType_t has_woken = pdFALSE;
  xSemaphoreGiveFromISR(static_cast<St7789Display*>(self)->free_, &has_woken);
  return has_woken == pdTRUE;
}

}  // namespace faiwatch::esp
