#pragma once

#include "hal/random.h"

namespace faiwatch::esp {

/// The hardware's generator, which has no noise of its own until the radio is on. boot_id is drawn before that, so
/// a word from the ADC's noise seeds the numbers.
class EspRandom final : public hal::Random {
 public:
  /// Once, before the ADC or the radio are used.
  void begin();
  uint32_t next() override;

 private:
  uint32_t state_ = 0;
};

}  // namespace faiwatch::esp
