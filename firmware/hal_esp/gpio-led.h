#pragma once

#include "hal/led.h"
#include "hal_esp/board-layout.h"

namespace faiwatch::esp {

/// Without a pin it does nothing.
class GpioLed final : public hal::Led {
 public:
  void begin(const LedPin& led);
  void set(bool on) override;

 private:
  LedPin led_ = {GPIO_NUM_NC, true};
};

}  // namespace faiwatch::esp
