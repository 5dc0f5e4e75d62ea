#pragma once

#include <stddef.h>

namespace faiwatch::hal {

/// 115200 8N1 on a UART, or USB-CDC. Never blocks.
class Serial {
 public:
  /// @returns how many bytes were there, at most `capacity`
  virtual size_t read(char* out, size_t capacity) = 0;
  /// @returns how many bytes were taken, perhaps 0; the core offers the rest again.
  /// A port without a listener takes everything.
  virtual size_t write(const char* data, size_t length) = 0;

 protected:
  ~Serial() = default;
};

}  // namespace faiwatch::hal
