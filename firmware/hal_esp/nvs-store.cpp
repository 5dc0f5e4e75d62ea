#include "hal_esp/nvs-store.h"

#include "nvs_flash.h"

namespace faiwatch::esp {

namespace {

constexpr const char* kNamespace = "faiwatch";

}  // namespace

void NvsStore::begin() { is_open_ = open(); }

NvsStore::Read NvsStore::get(const char* key, void* out, size_t capacity, size_t& length) {
  if (!is_open_) return Read::Failed;
  size_t stored = capacity;
  switch (nvs_get_blob(handle_, key, out, &stored)) {
    case ESP_OK:
      length = stored;
      return Read::Found;
    case ESP_ERR_NVS_NOT_FOUND:
      return Read::Missing;
    default:
      return Read::Failed;
  }
}

bool NvsStore::put(const char* key, const void* data, size_t length) {
  return is_open_ && nvs_set_blob(handle_, key, data, length) == ESP_OK &&
         nvs_commit(handle_) == ESP_OK;
}

bool NvsStore::erase(const char* key) {
  if (!is_open_) {
    is_open_ = nvs_flash_erase() == ESP_OK && open();
    return is_open_;
  }
  const esp_err_t error = nvs_erase_key(handle_, key);
  if (error == ESP_ERR_NVS_NOT_FOUND) return true;
  return error == ESP_OK && nvs_commit(handle_) == ESP_OK;
}

bool NvsStore::open() {
  return nvs_flash_init() == ESP_OK && nvs_open(kNamespace, NVS_READWRITE, &handle_) == ESP_OK;
}

}  // namespace faiwatch::esp
