#include "hal_esp/voltage-input.h"

namespace faiwatch::esp {

void VoltageInput::begin(const VoltageTap& tap) {
  divider_ = tap.divider;
  is_ready_ = tap.pin != GPIO_NUM_NC && adc_.open(tap.pin, channel_);
}

uint16_t VoltageInput::millivolts() {
  int at_pin = 0;
  if (is_ready_ && adc_.read(channel_, at_pin)) {
    last_mv_ = static_cast<uint16_t>(at_pin < 0 ? 0 : at_pin * divider_);
  }
  return last_mv_;
}

}  // namespace faiwatch::esp
