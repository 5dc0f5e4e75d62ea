#pragma once

#include "esp_partition.h"
#include "hal/flash.h"

namespace faiwatch::esp {

/// The partition `events` (partitions.csv). Where it is missing every access fails, and events are kept in
/// memory only.
class PartitionFlash final : public hal::Flash {
 public:
  void begin();

  uint32_t sectorSize() const override { return kSectorBytes; }
  uint32_t sectorCount() const override { return sectors_; }
  bool read(uint32_t offset, void* out, size_t length) override;
  bool write(uint32_t offset, const void* data, size_t length) override;
  bool eraseSector(uint32_t index) override;

 private:
  static constexpr uint32_t kSectorBytes = 4096;
  static constexpr uint32_t kUsualSectors = 8;

  const esp_partition_t* partition_ = nullptr;
  uint32_t sectors_ = kUsualSectors;
};

}  // namespace faiwatch::esp
