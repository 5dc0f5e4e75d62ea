#pragma once

#include "hal/clock.h"
#include "hal/display.h"
#include "hal/led.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

/// The display as lines of the log, without the seconds passing; a board without one shows nothing.
class LogDisplay final : public hal::Display {
 public:
  LogDisplay(const Log& log, bool is_there) : log_(log), is_there_(is_there) {}
  void draw(const hal::Screen& screen) override;
  void setBacklight(bool on) override;
  void sleep() override { setBacklight(false); }

 private:
  const Log& log_;
  bool is_there_;
  bool is_lit_ = false;
  hal::Screen logged_ = {};
};

/// Logs the LED when its pattern changes, not at each blink.
class LogLed final : public hal::Led {
 public:
  LogLed(const Log& log, const hal::Clock& clock) : log_(log), clock_(clock) {}
  void set(bool on) override;
  /// To be called now and then.
  void observe();

 private:
  const Log& log_;
  const hal::Clock& clock_;
  bool is_on_ = false;
  uint32_t changes_ = 0;
  uint64_t period_began_ms_ = 0;
  const char* look_ = "";
  uint32_t look_changes_ = 0;
};

}  // namespace faiwatch::posix
