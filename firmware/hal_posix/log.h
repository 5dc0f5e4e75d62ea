#pragma once

#include <stdint.h>

#include <string>
#include <string_view>

namespace faiwatch::posix {

/// One line of the machine-readable log on stdout, a JSON object: `t` (epoch ms), `up` (ms since boot by
/// the device's own clock; left out while it is off), `event`, and what is added here. It is written,
/// at once and whole, when the object goes.
class LogLine {
 public:
  explicit LogLine(std::string_view event);
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

/// What `up` is read from; null: it is left out.
void setLogUptime(const uint64_t* uptime_ms);

}  // namespace faiwatch::posix
