#pragma once

#include <stdint.h>

namespace faiwatch::posix {

/// The way from the board into the internet.
class Uplink {
 public:
  /// Whether packets get through just now.
  virtual bool carries() const = 0;
  /// Another number after every time the board joined a network: connections do not outlive that.
  virtual uint32_t association() const = 0;

 protected:
  ~Uplink() = default;
};

}  // namespace faiwatch::posix
