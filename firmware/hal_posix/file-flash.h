#pragma once

#include <string>

#include "hal/flash.h"
#include "hal_posix/medium-faults.h"

namespace faiwatch::posix {

/// NOR flash in a file: erasing sets bits, writing only clears them. The file is open only while something
/// changes, so that a fleet needs no descriptor for each.
class FileFlash final : public hal::Flash {
 public:
  FileFlash(std::string path, uint32_t sector_size, uint32_t sector_count,
            MediumFaults& faults);

  uint32_t sectorSize() const override { return sector_size_; }
  uint32_t sectorCount() const override { return sector_count_; }
  bool read(uint32_t offset, void* out, size_t length) override;
  bool write(uint32_t offset, const void* data, size_t length) override;
  bool eraseSector(uint32_t index) override;

 private:
  bool holds(uint32_t offset, size_t length) const;
  /// Puts this part of it into the file.
  bool keep(size_t offset, size_t length);

  std::string path_;
  std::string cells_;
  uint32_t sector_size_;
  uint32_t sector_count_;
  MediumFaults& faults_;
};

}  // namespace faiwatch::posix
