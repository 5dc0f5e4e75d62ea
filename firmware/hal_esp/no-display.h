#pragma once

#include "hal/display.h"

namespace faiwatch::esp {

/// Of a board that has none.
class NoDisplay final : public hal::Display {
 public:
  void draw(const hal::Screen&) override {}
  void setBacklight(bool) override {}
  void sleep() override {}
};

}  // namespace faiwatch::esp
