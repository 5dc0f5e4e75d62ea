#pragma once

#include <stddef.h>

#include <string>

namespace faiwatch::posix {

/// The serial cable: bytes that are on their way, in both directions.
struct Cable {
  static constexpr size_t kCapacity = 4096;

  std::string to_board;
  std::string from_board;
};

}  // namespace faiwatch::posix
