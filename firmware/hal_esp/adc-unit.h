#pragma once

#include "driver/gpio.h"
#include "esp_adc/adc_cali.h"
#include "esp_adc/adc_oneshot.h"

namespace faiwatch::esp {

/// ADC1 with its calibration from the chip's fuses. Without a calibration it measures nothing: an ADC that is off
/// by a tenth would take a full battery for an empty one.
class AdcUnit {
 public:
  bool begin();

  /// @returns false when the pin is none of ADC1's
  bool open(gpio_num_t pin, adc_channel_t& channel);
  /// The mean of some samples, without the outermost: the radio's bursts are seen in single ones.
  /// Takes half a millisecond.
  /// @param millivolts at the pin
  bool read(adc_channel_t channel, int& millivolts);

 private:
  bool is_ready_ = false;
  adc_oneshot_unit_handle_t unit_ = nullptr;
  adc_cali_handle_t calibration_ = nullptr;
};

}  // namespace faiwatch::esp
