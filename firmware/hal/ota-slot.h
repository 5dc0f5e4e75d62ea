#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

/// The slot this firmware does not run from.
class OtaSlot {
 public:
  /// Bytes an image may have.
  virtual uint32_t capacity() const = 0;
  /// Begins a new image; a half-written one is given up. May erase as it goes.
  virtual bool begin(uint32_t image_size) = 0;
  /// The image's bytes in order. Called with at most 4096 bytes per tick.
  virtual bool write(const uint8_t* data, size_t length) = 0;
  /// All bytes are there, and core has checked their SHA-256. The next restart boots the image on trial.
  /// @returns false when the platform refuses the image (wrong chip, damaged)
  virtual bool finish() = 0;
  virtual void abort() = 0;

  /// Whether the running image is on trial: it was booted after finish() and was never marked valid.
  /// An image on trial that restarts for any reason is replaced by the one before.
  virtual bool isOnTrial() const = 0;
  /// Ends the trial; called only after the server answered.
  virtual bool markValid() = 0;
  /// Gives up the image on trial and restarts into the one before. Returns only if that is impossible, or in tests.
  virtual void rollBack() = 0;

 protected:
  ~OtaSlot() = default;
};

}  // namespace faiwatch::hal
