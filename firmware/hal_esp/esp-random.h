#pragma once

#include "hal/random.h"

namespace faiwatch::esp {

/// The hardware's generator. Until the radio is on it has no noise of its own, and boot_id is drawn before
/// that: so it is started with a word that came from the ADC's noise.
class EspRandom final : public hal::Random {
 public:
  /// Once, before the ADC or the radio are used.
  void begin();
  uint32_t next() override;

 private:
  uint32_t state_ = 0;
};

}  // namespace faiwatch::esp
