#include "hal_posix/log.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

namespace faiwatch::posix {

namespace {

/// Quotes a text; bytes that JSON does not take as they are (invalid UTF-8 included) are escaped.
void addQuoted(std::string& out, std::string_view value) {
  out += '"';
  for (size_t i = 0; i < value.size(); i++) {
    const auto byte = static_cast<unsigned char>(value[i]);
    if (byte == '"' || byte == '\\') {
      out += '\\';
      out += value[i];
      continue;
    }
    const size_t following = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    bool is_whole = (byte >= 0x20 && byte < 0x7f) || following > 0;
    for (size_t k = 1; k <= following; k++) {
      is_whole = is_whole && i + k < value.size() &&
                 (static_cast<unsigned char>(value[i + k]) & 0xc0) == 0x80;
    }
    if (is_whole) {
      out.append(value.substr(i, 1 + following));
      i += following;
    } else {
      char escaped[8];
      snprintf(escaped, sizeof escaped, "\\u%04x", byte);
      out += escaped;
    }
  }
  out += '"';
}

}  // namespace

LogLine::LogLine(const Log& log, std::string_view event) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  line_ = "{\"t\":" + std::to_string(int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000);
  if (log.board != 0) number("board", log.board);
  if (log.uptime != nullptr) number("up", static_cast<int64_t>(*log.uptime));
  text("event", event);
}

LogLine::~LogLine() {
  line_ += "}\n";
  for (size_t at = 0; at < line_.size();) {
    const ssize_t put = write(STDOUT_FILENO, line_.data() + at, line_.size() - at);
    if (put <= 0) return;
    at += static_cast<size_t>(put);
  }
}

LogLine& LogLine::text(std::string_view name, std::string_view value) {
  addKey(name);
  addQuoted(line_, value);
  return *this;
}

LogLine& LogLine::number(std::string_view name, int64_t value) {
  addKey(name);
  line_ += std::to_string(value);
  return *this;
}

LogLine& LogLine::decimal(std::string_view name, double value) {
  addKey(name);
  char digits[32];
  snprintf(digits, sizeof digits, "%.6g", value);
  line_ += digits;
  return *this;
}

LogLine& LogLine::flag(std::string_view name, bool value) {
  addKey(name);
  line_ += value ? "true" : "false";
  return *this;
}

void LogLine::addKey(std::string_view name) {
  line_ += ",\"";
  line_ += name;
  line_ += "\":";
}

}  // namespace faiwatch::posix
