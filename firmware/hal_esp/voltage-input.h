#pragma once

#include <stdint.h>

#include "hal_esp/adc-unit.h"
#include "hal_esp/board-layout.h"

namespace faiwatch::esp {

/// A voltage of the board, before its divider.
class VoltageInput {
 public:
  explicit VoltageInput(AdcUnit& adc) : adc_(adc) {}

  void begin(const VoltageTap& tap);
  bool isReady() const { return is_ready_; }
  /// Voltage in mV. A failed measurement gives the one before, or 0 if there was none: one failure is no power cut.
  uint16_t millivolts();

 private:
  AdcUnit& adc_;
  bool is_ready_ = false;
  adc_channel_t channel_ = {};
  int divider_ = 1;
  uint16_t last_mv_ = 0;
};

}  // namespace faiwatch::esp
