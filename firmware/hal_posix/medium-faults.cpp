#include "hal_posix/medium-faults.h"

#include <algorithm>

#include "hal_posix/boot-end.h"

namespace faiwatch::posix {

std::optional<uint32_t> MediumFaults::count(size_t length) {
  fault_.changes++;
  if (fault_.countdown == 0 || --fault_.countdown > 0) return std::nullopt;
  return std::min(fault_.torn_at, static_cast<uint32_t>(length));
}

void MediumFaults::finish(const char* done, bool is_torn) {
  const bool cuts_power = is_torn && fault_.cuts_power;
  {
    LogLine line(world_.log, name_);
    line.text("state", cuts_power ? "power cut" : is_torn ? "failed" : done)
        .number("change", fault_.changes);
    if (is_torn) line.number("torn_at", fault_.torn_at);
  }
  if (cuts_power) throw BootEnded{BootEnd::PowerLost};
}

}  // namespace faiwatch::posix
