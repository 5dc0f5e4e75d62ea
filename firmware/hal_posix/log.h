#pragma once

#include <stdint.h>

#include <string>
#include <string_view>

namespace faiwatch::posix {

/// Which board a log line is about.
struct Log {
  /// The board's number, from 1; 0: there is no need to say it.
  uint32_t board = 0;
  /// ms since boot, by the board's own clock; null: it is off.
  const uint64_t* uptime = nullptr;
};

/// One line of the machine-readable log on stdout, a JSON object: `t` (epoch ms), `board` (where there are
/// several), `up` (ms since boot by the device's own clock; left out while it is off), `event`, and what is
/// added here. It is written, at once and whole, when the object goes.
class LogLine {
 public:
  LogLine(const Log& log, std::string_view event);
  LogLine(const LogLine&) = delete;
  LogLine& operator=(const LogLine&) = delete;
  ~LogLine();

  LogLine& text(std::string_view name, std::string_view value);
  LogLine& number(std::string_view name, int64_t value);
  LogLine& decimal(std::string_view name, double value);
  LogLine& flag(std::string_view name, bool value);

 private:
  void addKey(std::string_view name);

  std::string line_;
};

}  // namespace faiwatch::posix
