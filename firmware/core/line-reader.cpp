#include "core/line-reader.h"

namespace faiwatch {

LineReader::Result LineReader::take(char c) {
  if (is_complete_) {
    size_ = 0;
    is_complete_ = false;
  }
  if (c != '\r' && c != '\n') {
    if (size_ == kCapacity) {
      is_too_long_ = true;
    } else {
      buffer_[size_++] = c;
    }
    return Result::Pending;
  }
  if (is_too_long_) {
    size_ = 0;
    is_too_long_ = false;
    return Result::TooLong;
  }
  // An empty line is the LF of a CRLF, or somebody pressing Enter.
  if (size_ == 0) return Result::Pending;
  is_complete_ = true;
  return Result::Line;
}

}  // namespace faiwatch
