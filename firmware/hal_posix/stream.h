#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::posix {

enum class StreamState : uint8_t {
  Closed,
  Opening,
  Open,
  /// It could not be opened, or broke.
  Failed,
};

enum class StreamFailure : uint8_t { None, Unreachable, Tls, Broken };

/// Bytes to and from a server. No call blocks.
class Stream {
 public:
  virtual ~Stream() = default;

  virtual StreamState state() const = 0;
  virtual StreamFailure failure() const = 0;
  virtual void poll() = 0;
  /// @returns how many bytes were there; 0 also at the end, which state() then shows
  virtual size_t read(void* out, size_t capacity) = 0;
  /// @returns how many bytes were taken
  virtual size_t write(const void* data, size_t length) = 0;
  virtual void close() = 0;
};

}  // namespace faiwatch::posix
