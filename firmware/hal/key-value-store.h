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
  /// Durable when it returns true. False, or power lost within: the value may be the old one, the new
  /// one or damaged; the core keeps what matters in two slots with a checksum.
  virtual bool put(const char* key, const void* data, size_t length) = 0;
  /// True also when there was nothing.
  virtual bool erase(const char* key) = 0;

 protected:
  ~KeyValueStore() = default;
};

}  // namespace faiwatch::hal
