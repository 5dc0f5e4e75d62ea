#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

/// Small values under names of at most 15 characters (NVS on a board, files on the desk).
class KeyValueStore {
 public:
  enum class Read : uint8_t {
    Found,
    Missing,
    /// The medium failed, or the value is longer than `capacity`.
    Failed,
  };

  /// @param length set to the value's length when Found
  virtual Read get(const char* key, void* out, size_t capacity, size_t& length) = 0;
  /// The value is durable when this returns true. After false or a power cut it may be the old one, the new one or
  /// damaged. The core keeps important values in two slots with a checksum.
  virtual bool put(const char* key, const void* data, size_t length) = 0;
  /// True also when there was nothing.
  virtual bool erase(const char* key) = 0;

 protected:
  ~KeyValueStore() = default;
};

}  // namespace faiwatch::hal
