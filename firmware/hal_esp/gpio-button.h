#pragma once

#include "driver/gpio.h"
#include "hal/button.h"

namespace faiwatch::esp {

/// To ground when pressed.
class GpioButton final : public hal::Button {
 public:
  void begin(gpio_num_t pin);
  bool isPressed() const override { return gpio_get_level(pin_) == 0; }

 private:
  gpio_num_t pin_ = GPIO_NUM_0;
};

}  // namespace faiwatch::esp
