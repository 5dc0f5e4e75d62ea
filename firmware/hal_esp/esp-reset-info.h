#pragma once

#include "hal/reset-info.h"

namespace faiwatch::esp {

class EspResetInfo final : public hal::ResetInfo {
 public:
  /// On the classic ESP32 the reset button looks like power-on; the chip does not tell them apart.
  hal::ResetReason reason() const override;
};

}  // namespace faiwatch::esp
