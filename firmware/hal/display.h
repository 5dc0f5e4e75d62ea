#pragma once

#include <stdint.h>

namespace faiwatch::hal {

/// Colours by meaning; the board chooses the shade.
enum class ScreenTone : uint8_t { Neutral, Good, Warning, Bad };

/// One line of text; ASCII, NUL-terminated.
struct ScreenLine {
  char text[29];
  ScreenTone tone;
};

/// What the display shows, top to bottom. Screens are compared with ==, and only a change is drawn.
struct Screen {
  /// `POWER ON`, `POWER OUT`, `NO SENSE` …: drawn large.
  ScreenLine headline;
  /// Since when.
  ScreenLine since;
  ScreenLine wifi;
  /// Key and server.
  ScreenLine service;
  /// Device id, or in set-up the network to join.
  ScreenLine footer;
};

bool operator==(const Screen& a, const Screen& b);
inline bool operator!=(const Screen& a, const Screen& b) { return !(a == b); }

class Display {
 public:
  /// Called at a change only, never from an interrupt. A board without a display does nothing.
  virtual void draw(const Screen& screen) = 0;
  /// Off at the first sign of mains loss: it is the largest load there is.
  virtual void setBacklight(bool on) = 0;
  /// Switches it off for the rest of the boot, before Board::sleep(). It would go on drawing current.
  virtual void sleep() = 0;

 protected:
  ~Display() = default;
};

}  // namespace faiwatch::hal
