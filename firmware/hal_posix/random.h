#pragma once

#include "hal/random.h"

namespace faiwatch::posix {

/// The kernel's.
class KernelRandom final : public hal::Random {
 public:
  uint32_t next() override;
};

}  // namespace faiwatch::posix
