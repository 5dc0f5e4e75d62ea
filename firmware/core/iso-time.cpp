#include "core/iso-time.h"

namespace faiwatch {

namespace {

bool readField(TextView text, size_t at, size_t digits, uint64_t most, int64_t& out) {
  uint64_t value = 0;
  if (!parseUnsigned(text.substr(at, digits), most, value)) return false;
  out = static_cast<int64_t>(value);
  return true;
}

int64_t daysInMonth(int64_t year, int64_t month) {
  if (month == 2) {
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return is_leap ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

}  // namespace

/// Howard Hinnant, "chrono-compatible low-level date algorithms".
int64_t daysSinceEpoch(int64_t year, int64_t month, int64_t day) {
  const int64_t y = month <= 2 ? year - 1 : year;
  const int64_t era = y / 400;
  const int64_t year_of_era = y - era * 400;
  const int64_t shifted_month = month > 2 ? month - 3 : month + 9;
  const int64_t day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

bool parseIsoTime(TextView text, int64_t& epoch_ms) {
  if (text.size() < 20 || text.size() > 30 || text[text.size() - 1] != 'Z') return false;
  if (text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':') {
    return false;
  }
  int64_t year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  if (!readField(text, 0, 4, 9999, year) || !readField(text, 5, 2, 12, month) ||
      !readField(text, 8, 2, 31, day) || !readField(text, 11, 2, 23, hour) ||
      !readField(text, 14, 2, 59, minute) || !readField(text, 17, 2, 59, second)) {
    return false;
  }
  if (year < 2020 || month < 1 || day < 1 || day > daysInMonth(year, month)) return false;
  int64_t ms = 0;
  const TextView fraction = text.substr(19, text.size() - 20);
  if (!fraction.empty()) {
    if (fraction[0] != '.') return false;
    uint64_t ignored = 0;
    if (!parseUnsigned(fraction.substr(1), UINT64_MAX, ignored)) return false;
    for (size_t i = 0; i < 3; i++) {
      ms = ms * 10 + (i + 1 < fraction.size() ? fraction[i + 1] - '0' : 0);
    }
  }
  const int64_t days = daysSinceEpoch(year, month, day);
  epoch_ms = (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms;
  return true;
}

}  // namespace faiwatch
