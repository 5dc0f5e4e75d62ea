#pragma once

#include "esp_ota_ops.h"
#include "hal/ota-slot.h"

namespace faiwatch::esp {

/// The OTA slot beside the running one, and the running image's state in the boot loader. Needs
/// CONFIG_BOOTLOADER_APP_ROLLBACK_ENABLE.
class EspOtaSlot final : public hal::OtaSlot {
 public:
  EspOtaSlot() = default;
  EspOtaSlot(const EspOtaSlot&) = delete;
  EspOtaSlot& operator=(const EspOtaSlot&) = delete;

  /// Once, before anything else.
  void prepare();

  uint32_t capacity() const override;
  bool begin(uint32_t image_size) override;
  /// Erases each sector just before writing to it: one or two for 4096 bytes, some 50 ms each.
  bool write(const uint8_t* data, size_t length) override;
  /// ESP-IDF reads the whole image twice, which takes about two seconds.
  bool finish() override;
  void abort() override;
  bool isOnTrial() const override { return is_on_trial_; }
  bool markValid() override;
  void rollBack() override;

 private:
  const esp_partition_t* target_ = nullptr;
  bool is_on_trial_ = false;
  bool is_writing_ = false;
  esp_ota_handle_t handle_ = 0;
};

}  // namespace faiwatch::esp
