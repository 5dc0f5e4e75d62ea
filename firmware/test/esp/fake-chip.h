// The functions of ESP-IDF that hal_esp calls, as far as its tests need them: a chip whose pins, clock and flash
// the test controls.
#pragma once

#include <stdint.h>

#include <map>
#include <string>
#include <vector>

#include "driver/gpio.h"
#include "esp_err.h"
#include "esp_sleep.h"
#include "esp_system.h"

namespace chip {

struct Nvs {
  /// What nvs_flash_init answers.
  esp_err_t init = ESP_OK;
  esp_err_t set = ESP_OK;
  esp_err_t commit = ESP_OK;
  int erased = 0;
  std::map<std::string, std::string> values;
};

struct UsbHost {
  /// Whether a host fetches packets.
  bool listens = true;
  std::string heard;
  std::string says;
  std::string packet;
  /// A packet that is not fetched blocks the next.
  bool is_packet_waiting = false;
  /// Of the hardware's driver, once it is installed.
  size_t ring_bytes = 0;
};

struct Chip {
  int64_t now_us = 0;
  esp_reset_reason_t reset = ESP_RST_UNKNOWN;
  esp_sleep_wakeup_cause_t woken_by = ESP_SLEEP_WAKEUP_UNDEFINED;
  uint32_t noise = 0;
  bool is_noise_on = false;
  std::map<int, int> levels;
  std::map<int, gpio_config_t> pins;
  std::map<int, std::pair<gpio_isr_t, void*>> interrupts;
  int isr_flags = 0;
  /// The pin that ends deep sleep by its level, and that level.
  std::pair<int, int> wakes = {GPIO_NUM_NC, -1};
  /// Calibration is in the fuses.
  bool is_calibrated = true;
  bool does_adc_fail = false;
  std::map<int, int> pin_of;
  /// mV at the pin, sample by sample; the last one repeats.
  std::map<int, std::vector<int>> volts;
  Nvs nvs;
  UsbHost usb;
  bool has_events_partition = true;
  std::vector<uint8_t> flash;

  /// A falling edge at a pin.
  void fall(gpio_num_t pin);
};

/// Anew for each test.
Chip& fresh();
Chip& now();

}  // namespace chip
