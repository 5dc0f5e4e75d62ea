#pragma once

#include <stddef.h>
#include <stdint.h>

#include <optional>

#include "hal_posix/world.h"

namespace faiwatch::posix {

/// Makes the write or erase fail that the desk has chosen.
class MediumFaults {
 public:
  /// @param name of the medium in the log
  MediumFaults(const char* name, const World& world, Fault& fault)
      : name_(name), world_(world), fault_(fault) {}

  /// Counts one change of so many bytes.
  /// @returns nothing when it goes well, else how many bytes still get onto the medium
  std::optional<uint32_t> count(size_t length);
  /// The change is made, whole or torn: logs it, and takes the power when that was chosen.
  /// @param done `written` or `erased`
  void finish(const char* done, bool is_torn);

 private:
  const char* name_;
  const World& world_;
  Fault& fault_;
};

}  // namespace faiwatch::posix
