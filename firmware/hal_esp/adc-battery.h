#pragma once

#include "hal/battery.h"
#include "hal_esp/voltage-input.h"

namespace faiwatch::esp {

/// The battery of the T-Display; other boards cannot measure one. With USB power the reading is the board's rail,
/// which is above any cell's voltage, with or without a cell.
class AdcBattery final : public hal::Battery {
 public:
  explicit AdcBattery(AdcUnit& adc) : input_(adc) {}

  void begin(const BoardLayout& layout);
  bool isReady() const { return input_.isReady(); }
  uint16_t millivolts() override { return input_.millivolts(); }

 private:
  VoltageInput input_;
};

}  // namespace faiwatch::esp
