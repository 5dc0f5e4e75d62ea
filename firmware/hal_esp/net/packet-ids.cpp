#include "hal_esp/net/packet-ids.h"

namespace faiwatch::esp {

void PacketIds::clear() {
  for (Entry& entry : entries_) entry = {};
  for (int& early : early_) early = 0;
}

uint16_t PacketIds::take() {
  for (Entry& entry : entries_) {
    if (entry.ours != 0) continue;
    if (++last_ == 0) last_ = 1;
    entry = {};
    entry.ours = last_;
    return last_;
  }
  return 0;
}

bool PacketIds::send(uint16_t ours, int vendors) {
  for (int& early : early_) {
    if (early != vendors) continue;
    early = 0;
    drop(ours);
    return true;
  }
  for (Entry& entry : entries_) {
    if (entry.ours == ours) entry.vendors = vendors;
  }
  return false;
}

void PacketIds::drop(uint16_t ours) {
  for (Entry& entry : entries_) {
    if (entry.ours == ours) entry = {};
  }
}

uint16_t PacketIds::acknowledge(int vendors) {
  for (Entry& entry : entries_) {
    if (entry.ours == 0 || entry.vendors != vendors) continue;
    const uint16_t ours = entry.ours;
    entry = {};
    return ours;
  }
  early_[next_early_] = vendors;
  next_early_ = (next_early_ + 1) % kMost;
  return 0;
}

}  // namespace faiwatch::esp
