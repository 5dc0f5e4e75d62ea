#pragma once

#include "driver/gpio.h"
#include "hal/mains-input.h"

namespace faiwatch::esp {

/// Counts the optocoupler's pulses by interrupt. The interrupt and its data are in RAM, because an erase of flash
/// takes longer than the silence that means a power cut.
class PulseCounter {
 public:
  /// Once, by the task that reads it.
  bool begin();

  /// Begins counting at 0, anew if it was counting already.
  void start(gpio_num_t pin);
  void stop();
  hal::MainsEdges edges();
  /// The next pulse ends the deep sleep that is about to begin, if it is under way.
  void wakeOnPulse();

 private:
  static void onEdge(void* self);

  /// Written by the interrupt only: when the newest edge came, in µs, modulo 2^32, then the count.
  uint32_t edge_us_ = 0;
  uint32_t count_ = 0;
  gpio_num_t pin_ = GPIO_NUM_NC;
  bool is_ready_ = false;
  hal::MainsEdges edges_ = {0, 0};
};

}  // namespace faiwatch::esp
