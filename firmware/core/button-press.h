#pragma once

#include <stdint.h>

namespace faiwatch {

/// Tells a long press of the button from bouncing and from short ones.
class ButtonPress {
 public:
  static constexpr uint64_t kLongMs = 3000;
  static constexpr uint64_t kBounceMs = 50;

  /// @returns true once per long press, while it is still held
  bool sample(uint64_t now_ms, bool is_pressed) {
    if (is_pressed != was_pressed_) {
      // A contact that opens for a moment does not end a press.
      if (is_pressed && now_ms - changed_ms_ >= kBounceMs) {
        began_ms_ = now_ms;
        is_told_ = false;
      }
      was_pressed_ = is_pressed;
      changed_ms_ = now_ms;
    }
    if (!is_pressed || is_told_ || now_ms - began_ms_ < kLongMs) return false;
    is_told_ = true;
    return true;
  }

 private:
  bool was_pressed_ = false;
  bool is_told_ = true;
  uint64_t changed_ms_ = 0;
  uint64_t began_ms_ = 0;
};

}  // namespace faiwatch
