#pragma once

#include "hal/battery.h"
#include "hal_esp/voltage-input.h"

namespace faiwatch::esp {

/// The T-Display's; elsewhere it cannot be measured. While there is USB power it is the board's rail that is
/// seen, above any cell's voltage, whether there is a cell or not.
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
