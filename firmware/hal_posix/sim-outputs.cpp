#include "hal_posix/sim-outputs.h"

#include <algorithm>

namespace faiwatch::posix {

namespace {

/// The LED is watched for this long before its pattern is logged.
constexpr uint64_t kLookMs = 10'000;

}  // namespace

void LogDisplay::draw(const hal::Screen& screen) {
  if (!is_there_) return;
  logged_.since = screen.since;
  if (screen == logged_) return;
  logged_ = screen;
  LogLine(log_, "display")
      .text("headline", screen.headline.text)
      .text("since", screen.since.text)
      .text("wifi", screen.wifi.text)
      .text("service", screen.service.text)
      .text("footer", screen.footer.text);
}

void LogDisplay::setBacklight(bool on) {
  if (!is_there_ || on == is_lit_) return;
  is_lit_ = on;
  LogLine(log_, "backlight").flag("on", on);
}

void LogLed::set(bool on) {
  if (on != is_on_) changes_++;
  is_on_ = on;
}

void LogLed::observe() {
  const uint64_t now_ms = clock_.nowMs();
  if (now_ms - period_began_ms_ < kLookMs) return;
  const char* const look = changes_ > 0 ? "blinking" : is_on_ ? "on" : "off";
  // Where a period begins within a pattern moves the count by one or two.
  const uint32_t away = std::max(changes_, look_changes_) - std::min(changes_, look_changes_);
  if (look != look_ || away > 2) {
    LogLine(log_, "led").text("state", look).number("changes", changes_);
    look_ = look;
    look_changes_ = changes_;
  }
  changes_ = 0;
  period_began_ms_ = now_ms;
}

}  // namespace faiwatch::posix
