#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

namespace faiwatch {

/// Cuts what comes over the serial line into lines, ended by CR, LF or CRLF.
class LineReader {
 public:
  /// Bytes of a line without its end; enough for the longest value of any command.
  static constexpr size_t kCapacity = 200;

  enum class Result : uint8_t {
    /// The line goes on.
    Pending,
    /// line() is whole, and not empty.
    Line,
    /// A line that was longer has ended; nothing of it is kept.
    TooLong,
  };

  Result take(char c);
  /// Valid until the next take().
  TextView line() const { return {buffer_, size_}; }

 private:
  char buffer_[kCapacity];
  size_t size_ = 0;
  bool is_complete_ = false;
  bool is_too_long_ = false;
};

}  // namespace faiwatch
