#pragma once

#include <stdint.h>

namespace faiwatch::hal {

class Random {
 public:
  /// 32 unpredictable bits, different after every boot: boot_id and the jitter of back-off come from here.
  virtual uint32_t next() = 0;

 protected:
  ~Random() = default;
};

}  // namespace faiwatch::hal
