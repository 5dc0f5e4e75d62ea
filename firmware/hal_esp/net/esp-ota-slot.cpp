#include "hal_esp/net/esp-ota-slot.h"

namespace faiwatch::esp {

void EspOtaSlot::prepare() {
  target_ = esp_ota_get_next_update_partition(nullptr);
  const esp_partition_t* const running = esp_ota_get_running_partition();
  esp_ota_img_states_t state = ESP_OTA_IMG_UNDEFINED;
  is_on_trial_ = running != nullptr && esp_ota_get_state_partition(running, &state) == ESP_OK &&
                 state == ESP_OTA_IMG_PENDING_VERIFY;
}

uint32_t EspOtaSlot::capacity() const { return target_ == nullptr ? 0 : target_->size; }

bool EspOtaSlot::begin(uint32_t image_size) {
  abort();
  if (image_size > capacity()) return false;
  is_writing_ =
      target_ != nullptr && esp_ota_begin(target_, OTA_WITH_SEQUENTIAL_WRITES, &handle_) == ESP_OK;
  return is_writing_;
}

bool EspOtaSlot::write(const uint8_t* data, size_t length) {
  return is_writing_ && esp_ota_write(handle_, data, length) == ESP_OK;
}

bool EspOtaSlot::finish() {
  if (!is_writing_) return false;
  // This frees the handle even on failure.
  is_writing_ = false;
  return esp_ota_end(handle_) == ESP_OK && esp_ota_set_boot_partition(target_) == ESP_OK;
}

void EspOtaSlot::abort() {
  if (is_writing_) esp_ota_abort(handle_);
  is_writing_ = false;
}

bool EspOtaSlot::markValid() {
  if (esp_ota_mark_app_valid_cancel_rollback() != ESP_OK) return false;
  is_on_trial_ = false;
  return true;
}

void EspOtaSlot::rollBack() {
  // Returns if there is no image to go back to. The present one then stays.
  esp_ota_mark_app_invalid_rollback_and_reboot();
}

}  // namespace faiwatch::esp
