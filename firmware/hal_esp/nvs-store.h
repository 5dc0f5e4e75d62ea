#pragma once

#include "hal/key-value-store.h"
#include "nvs.h"

namespace faiwatch::esp {

/// Values as blobs in NVS, which writes page after page and so wears evenly; core writes only what a
/// person or the server changed.
class NvsStore final : public hal::KeyValueStore {
 public:
  /// A partition that cannot be read (one that a newer firmware wrote, say) is left as it is: nothing but a
  /// person erases a configuration. Reads then give Failed, puts false, and an erase makes it anew.
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
