#pragma once

#include <string>

#include "hal/clock.h"
#include "hal/serial.h"
#include "hal_posix/cable.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

/// The board's end of the serial cable, at 115200 baud. What the board says on it also goes to the log.
class CableSerial final : public hal::Serial {
 public:
  CableSerial(Cable& cable, const Log& log, const hal::Clock& clock)
      : cable_(cable), log_(log), clock_(clock) {}

  size_t read(char* out, size_t capacity) override;
  size_t write(const char* data, size_t length) override;

 private:
  /// How many bytes one direction may carry by now.
  class Pace {
   public:
    size_t take(uint64_t now_ms, size_t wanted);

   private:
    uint64_t seen_ms_ = 0;
    size_t left_ = 0;
  };

  void logLines(const char* data, size_t length);

  Cable& cable_;
  const Log& log_;
  const hal::Clock& clock_;
  Pace in_;
  Pace out_;
  std::string line_;
};

}  // namespace faiwatch::posix
