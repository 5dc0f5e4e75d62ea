#pragma once

#include <stdint.h>

#include "driver/gpio.h"
#include "hal/board.h"

namespace faiwatch::esp {

/// A voltage behind a divider, on a pin of ADC1: ADC2 belongs to the radio.
struct VoltageTap {
  /// GPIO_NUM_NC: the board has none.
  gpio_num_t pin;
  /// How many times the voltage at the pin the source has.
  uint8_t divider;
};

struct LedPin {
  /// GPIO_NUM_NC: the board has none.
  gpio_num_t pin;
  /// The level at which it is lit.
  bool is_lit_high;
};

/// What lies on which pin. None of the inputs is a strapping pin but the button, which is read as one at
/// a reset only: held then, it means the chip's own loader.
struct BoardLayout {
  hal::BoardKind kind;
  LedPin led;
  /// Low when pressed.
  gpio_num_t button;
  /// The optocoupler's collector, its emitter at ground: a falling edge for each pulse.
  gpio_num_t mains_pulses;
  VoltageTap vbus;
  VoltageTap battery;
  /// High to connect the battery's divider; GPIO_NUM_NC: it always is.
  gpio_num_t battery_enable;
};

}  // namespace faiwatch::esp
