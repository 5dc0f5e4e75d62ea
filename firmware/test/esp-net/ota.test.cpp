// EspOtaSlot against esp_ota_ops, of which this file holds what the test looks at.
#include <string>

#include "hal_esp/net/esp-ota-slot.h"
#include "support/check.h"

using namespace faiwatch;
using faiwatch::esp::EspOtaSlot;

namespace {

struct Vendor {
  esp_partition_t running = {};
  esp_partition_t other = {};
  bool has_other = true;
  esp_ota_img_states_t state = ESP_OTA_IMG_VALID;
  esp_err_t state_found = ESP_OK;
  esp_err_t end = ESP_OK;
  esp_err_t set = ESP_OK;
  esp_err_t mark = ESP_OK;
  std::string image;
  size_t begun_with = 0;
  /// Handles that take memory.
  int handles = 0;
  esp_ota_handle_t last = 0;
  const esp_partition_t* boots = nullptr;
};
Vendor vendor;

void fresh() {
  vendor = {};
  vendor.other.size = 1792 * 1024;
}

const uint8_t kBytes[] = {0xe9, 1, 2, 3};

}  // namespace

extern "C" {

const esp_partition_t* esp_ota_get_running_partition(void) { return &vendor.running; }
const esp_partition_t* esp_ota_get_next_update_partition(const esp_partition_t*) {
  return vendor.has_other ? &vendor.other : nullptr;
}
esp_err_t esp_ota_get_state_partition(const esp_partition_t* partition,
                                      esp_ota_img_states_t* state) {
  *state = vendor.state;
  return partition == &vendor.running ? vendor.state_found : ESP_FAIL;
}
esp_err_t esp_ota_begin(const esp_partition_t* partition, size_t size, esp_ota_handle_t* out) {
  if (partition != &vendor.other) return ESP_FAIL;
  vendor.begun_with = size;
  vendor.image.clear();
  vendor.handles++;
  *out = ++vendor.last;
  return ESP_OK;
}
esp_err_t esp_ota_write(esp_ota_handle_t handle, const void* data, size_t size) {
  if (handle != vendor.last) return ESP_FAIL;
  vendor.image.append(static_cast<const char*>(data), size);
  return ESP_OK;
}
esp_err_t esp_ota_end(esp_ota_handle_t) {
  vendor.handles--;
  return vendor.end;
}
esp_err_t esp_ota_abort(esp_ota_handle_t) {
  vendor.handles--;
  return ESP_OK;
}
esp_err_t esp_ota_set_boot_partition(const esp_partition_t* partition) {
  if (vendor.set == ESP_OK) vendor.boots = partition;
  return vendor.set;
}
esp_err_t esp_ota_mark_app_valid_cancel_rollback(void) { return vendor.mark; }
esp_err_t esp_ota_mark_app_invalid_rollback_and_reboot(void) { return ESP_FAIL; }
}

TEST("an image goes into the other slot, erased as it comes, and boots next") {
  fresh();
  EspOtaSlot slot;
  slot.prepare();
  CHECK_EQ(slot.capacity(), 1792U * 1024);
  CHECK(slot.begin(8));
  CHECK_EQ(vendor.begun_with, OTA_WITH_SEQUENTIAL_WRITES);
  CHECK(slot.write(kBytes, sizeof kBytes));
  CHECK(slot.write(kBytes, sizeof kBytes));
  CHECK_EQ(vendor.image.size(), 8);
  CHECK(slot.finish());
  CHECK(vendor.boots == &vendor.other);
  CHECK_EQ(vendor.handles, 0);
}

TEST("an image that the vendor refuses does not boot") {
  for (const bool refuses_at_end : {true, false}) {
    fresh();
    (refuses_at_end ? vendor.end : vendor.set) = ESP_FAIL;
    EspOtaSlot slot;
    slot.prepare();
    CHECK(slot.begin(4));
    CHECK(slot.write(kBytes, sizeof kBytes));
    CHECK(!slot.finish());
    slot.abort();
    CHECK(vendor.boots == nullptr);
    CHECK_EQ(vendor.handles, 0);
  }
}

TEST("an image that is given up, or begun anew, takes no memory") {
  fresh();
  EspOtaSlot slot;
  slot.prepare();
  CHECK(slot.begin(4));
  CHECK(slot.begin(4));
  CHECK_EQ(vendor.handles, 1);
  slot.abort();
  slot.abort();
  CHECK_EQ(vendor.handles, 0);
  CHECK(!slot.write(kBytes, sizeof kBytes));
  CHECK(!slot.finish());
}

TEST("an image that is larger than the slot is not begun, nor any where there is no slot") {
  fresh();
  EspOtaSlot slot;
  slot.prepare();
  CHECK(!slot.begin(1792 * 1024 + 1));
  vendor.has_other = false;
  slot.prepare();
  CHECK_EQ(slot.capacity(), 0);
  CHECK(!slot.begin(0));
  CHECK_EQ(vendor.handles, 0);
}

TEST("an image is on trial until it is marked valid") {
  fresh();
  vendor.state = ESP_OTA_IMG_PENDING_VERIFY;
  EspOtaSlot slot;
  slot.prepare();
  CHECK(slot.isOnTrial());
  vendor.mark = ESP_FAIL;
  CHECK(!slot.markValid());
  CHECK(slot.isOnTrial());
  vendor.mark = ESP_OK;
  CHECK(slot.markValid());
  CHECK(!slot.isOnTrial());
}

TEST("an image that came by cable, of which nothing is written, is not on trial") {
  fresh();
  vendor.state = ESP_OTA_IMG_PENDING_VERIFY;
  vendor.state_found = ESP_FAIL;
  EspOtaSlot slot;
  slot.prepare();
  CHECK(!slot.isOnTrial());
}
