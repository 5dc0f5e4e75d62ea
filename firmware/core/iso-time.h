#pragma once

#include <stdint.h>

#include "core/text.h"

namespace faiwatch {

/// Days from 1970-01-01 to a day of the Gregorian calendar.
/// @param month, day from 1
int64_t daysSinceEpoch(int64_t year, int64_t month, int64_t day);

/// Epoch ms of ISO 8601 in UTC as the server writes it, `2026-11-21T03:00:00.000Z`; fractions of a
/// second may have 0 to 9 digits.
/// @returns false for everything else, and for years before 2020, which no server's clock can show
bool parseIsoTime(TextView text, int64_t& epoch_ms);

}  // namespace faiwatch
