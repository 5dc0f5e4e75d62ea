#pragma once

#include "esp_timer.h"
#include "hal/clock.h"

namespace faiwatch::esp {

class EspClock final : public hal::Clock {
 public:
  uint64_t nowMs() const override { return static_cast<uint64_t>(esp_timer_get_time()) / 1000; }
};

}  // namespace faiwatch::esp
