#pragma once

#include <stdint.h>

namespace faiwatch::hal {

/// The board's own supply: a battery or a super-capacitor.
class Battery {
 public:
  /// Voltage before the board's regulator, in mV, divider and calibration applied; 0: cannot be measured.
  /// Below 2800 mV the core writes no flash.
  virtual uint16_t millivolts() = 0;

 protected:
  ~Battery() = default;
};

}  // namespace faiwatch::hal
