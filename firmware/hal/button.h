#pragma once

namespace faiwatch::hal {

/// The board's user button (GPIO0). The core debounces it; a long press opens the set-up portal.
class Button {
 public:
  /// False where there is no button.
  virtual bool isPressed() const = 0;

 protected:
  ~Button() = default;
};

}  // namespace faiwatch::hal
