#include "hal_esp/partition-flash.h"

namespace faiwatch::esp {

void PartitionFlash::begin() {
  const esp_partition_t* const found = esp_partition_find_first(
      ESP_PARTITION_TYPE_DATA, ESP_PARTITION_SUBTYPE_DATA_UNDEFINED, "events");
  if (found == nullptr || found->size < 2 * kSectorBytes) return;
  partition_ = found;
  sectors_ = found->size / kSectorBytes;
}

bool PartitionFlash::read(uint32_t offset, void* out, size_t length) {
  return partition_ != nullptr && esp_partition_read(partition_, offset, out, length) == ESP_OK;
}

bool PartitionFlash::write(uint32_t offset, const void* data, size_t length) {
  return partition_ != nullptr && esp_partition_write(partition_, offset, data, length) == ESP_OK;
}

bool PartitionFlash::eraseSector(uint32_t index) {
  return partition_ != nullptr &&
         esp_partition_erase_range(partition_, index * kSectorBytes, kSectorBytes) == ESP_OK;
}

}  // namespace faiwatch::esp
