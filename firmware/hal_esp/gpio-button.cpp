#include "hal_esp/gpio-button.h"

namespace faiwatch::esp {

void GpioButton::begin(gpio_num_t pin) {
  pin_ = pin;
  gpio_config_t config = {};
  config.pin_bit_mask = 1ULL << pin_;
  config.mode = GPIO_MODE_INPUT;
  config.pull_up_en = GPIO_PULLUP_ENABLE;
  gpio_config(&config);
}

}  // namespace faiwatch::esp
