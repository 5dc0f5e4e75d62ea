#include "hal_esp/gpio-led.h"

namespace faiwatch::esp {

void GpioLed::begin(gpio_num_t pin) {
  pin_ = pin;
  if (pin_ == GPIO_NUM_NC) return;
  gpio_config_t config = {};
  config.pin_bit_mask = 1ULL << pin_;
  config.mode = GPIO_MODE_OUTPUT;
  gpio_config(&config);
  set(false);
}

void GpioLed::set(bool on) {
  if (pin_ != GPIO_NUM_NC) gpio_set_level(pin_, on ? 1 : 0);
}

}  // namespace faiwatch::esp
