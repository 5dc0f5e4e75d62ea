#include "hal_esp/adc-battery.h"

namespace faiwatch::esp {

void AdcBattery::begin(const BoardLayout& layout) {
  if (layout.battery_enable != GPIO_NUM_NC) {
    gpio_config_t config = {};
    config.pin_bit_mask = 1ULL << layout.battery_enable;
    config.mode = GPIO_MODE_OUTPUT;
    gpio_config(&config);
    // The divider stays connected: it draws 20 µA, the board some 50 mA.
    gpio_set_level(layout.battery_enable, 1);
  }
  input_.begin(layout.battery);
}

}  // namespace faiwatch::esp
