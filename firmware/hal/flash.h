#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

/// A region of NOR flash for the event ring (partition `events` on a board, a file on the desk).
/// Writing turns bits from 1 to 0 only; erasing a sector turns all its bits to 1. Not encrypted.
class Flash {
 public:
  /// Bytes; 4096 on the boards. At least 128, a multiple of 4, the same for the whole boot.
  virtual uint32_t sectorSize() const = 0;
  /// At least 2. The boards have 8.
  virtual uint32_t sectorCount() const = 0;
  virtual bool read(uint32_t offset, void* out, size_t length) = 0;
  /// Offset and length are multiples of 4 and stay within one sector. On false, or when power is lost,
  /// any part of it may have been written.
  virtual bool write(uint32_t offset, const void* data, size_t length) = 0;
  /// On false, or when power is lost, the sector may hold anything.
  virtual bool eraseSector(uint32_t index) = 0;

 protected:
  ~Flash() = default;
};

}  // namespace faiwatch::hal
