#pragma once

#include "hal/reset-info.h"

namespace faiwatch::esp {

class EspResetInfo final : public hal::ResetInfo {
 public:
  /// The reset button of both chips looks like power-on; they do not tell the two apart.
  hal::ResetReason reason() const override;
  bool wasWokenByMains() const override;
};

}  // namespace faiwatch::esp
