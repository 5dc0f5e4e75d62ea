#pragma once

#include <stdint.h>

#include "driver/gpio.h"
#include "hal/board.h"

namespace faiwatch::esp {

/// A voltage behind a divider, on a pin of ADC1: ADC2 belongs to the radio.
struct VoltageTap {
  /// GPIO_NUM_NC: the board has none.
  gpio_num_t pin;
  /// Ratio of the source's voltage to the pin's.
  uint8_t divider;
};

struct LedPin {
  /// GPIO_NUM_NC: the board has none.
  gpio_num_t pin;
  /// The level at which it is lit.
  bool is_lit_high;
};

/// Which pin has which function. No input but the button is on a strapping pin. The button held at a reset starts
/// the chip's own loader.
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
