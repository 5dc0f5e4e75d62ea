#pragma once

#include "hal/key-value-store.h"
#include "nvs.h"

namespace faiwatch::esp {

/// Values as blobs in NVS, which wears evenly since it writes page after page. Core writes only what a person or
/// the server changed.
class NvsStore final : public hal::KeyValueStore {
 public:
  /// A partition that cannot be read, perhaps because a newer firmware wrote it, is left alone: only a person may erase
  /// a configuration. Reads then give Failed and puts false, and an erase creates the partition anew.
  void begin();

  Read get(const char* key, void* out, size_t capacity, size_t& length) override;
  bool put(const char* key, const void* data, size_t length) override;
  bool erase(const char* key) override;

 private:
  bool open();

  bool is_open_ = false;
  nvs_handle_t handle_ = 0;
};

}  // namespace faiwatch::esp
