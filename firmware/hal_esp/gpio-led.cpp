#include "hal_esp/gpio-led.h"

namespace faiwatch::esp {

void GpioLed::begin(const LedPin& led) {
  led_ = led;
  if (led_.pin == GPIO_NUM_NC) return;
  gpio_config_t config = {};
  config.pin_bit_mask = 1ULL << led_.pin;
  config.mode = GPIO_MODE_OUTPUT;
  gpio_config(&config);
  set(false);
}

void GpioLed::set(bool on) {
  if (led_.pin != GPIO_NUM_NC) gpio_set_level(led_.pin, on == led_.is_lit_high ? 1 : 0);
}

}  // namespace faiwatch::esp
