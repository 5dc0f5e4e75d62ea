#pragma once

#include "driver/gpio.h"
#include "hal/led.h"

namespace faiwatch::esp {

/// Lit when high. Without a pin it does nothing.
class GpioLed final : public hal::Led {
 public:
  void begin(gpio_num_t pin);
  void set(bool on) override;

 private:
  gpio_num_t pin_ = GPIO_NUM_NC;
};

}  // namespace faiwatch::esp
