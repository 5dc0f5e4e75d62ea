#include "core/event-ring.h"

#include <string.h>

#include "core/crc32.h"

namespace faiwatch {

namespace {

constexpr uint32_t kMagic = 0x31525746;
constexpr uint32_t kBlank = 0xffffffff;
/// The next sector is erased when so many records are left in the present one.
constexpr uint32_t kPrepareSlots = 8;
/// Slots tried when what is read back is not what was written.
constexpr int kAppendTries = 3;

struct Header {
  uint32_t magic;
  uint32_t sequence;
  uint32_t checksum;
  uint32_t retired;
};
static_assert(sizeof(Header) == EventRing::kHeaderBytes);

uint32_t checksumOf(const Header& header) { return crc32(&header, 8); }

bool isBlank(const void* data, size_t length) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] != 0xff) return false;
  }
  return true;
}

/// A torn mark has some of its bits, and counts when it has half of them. Either reading is right: the event was
/// acknowledged, and sent again it would only be a repeat.
bool isMarked(uint32_t word) {
  unsigned cleared = 0;
  for (uint32_t bits = ~word; bits != 0; bits &= bits - 1) cleared++;
  return cleared >= 16;
}

}  // namespace

struct EventRing::Record {
  /// These come first. A record whose writing was cut short then has its time or is no record at all. An event
  /// without a time could never be sent.
  uint32_t wall_low;
  uint32_t wall_high;
  /// Checksum of the wall time, seeded with `checksum`, which binds it to this record.
  uint32_t wall_checksum;
  uint32_t boot_id;
  uint32_t seq;
  uint32_t uptime_low;
  uint32_t uptime_high;
  uint16_t battery_mv;
  uint8_t type;
  uint8_t reserved;
  /// Checksum of the 20 bytes before.
  uint32_t checksum;
  uint32_t done;

  uint32_t makeChecksum() const { return crc32(&boot_id, 20, kMagic); }
  uint32_t makeWallChecksum() const { return crc32(&wall_low, 8, checksum); }
  bool isValid() const {
    return checksum == makeChecksum() && (type == 1 || type == 2) && reserved == 0xff;
  }
  bool hasWall() const { return wall_checksum == makeWallChecksum(); }
  void setWall(int64_t wall_ms) {
    wall_low = static_cast<uint32_t>(wall_ms);
    wall_high = static_cast<uint32_t>(static_cast<uint64_t>(wall_ms) >> 32);
    wall_checksum = makeWallChecksum();
  }
};

void EventRing::recover() {
  static_assert(sizeof(Record) == kRecordBytes);
  sectors_ = flash_.sectorCount() < kMaxSectors ? flash_.sectorCount() : kMaxSectors;
  active_ = UINT32_MAX;
  next_slot_ = 0;
  head_ = {};
  pending_ = 0;
  evicted_ = 0;
  has_eviction_failed_ = false;
  has_last_ = false;
  for (uint32_t i = 0; i < sectors_; i++) {
    Header header;
    sequence_[i] = 0;
    if (!flash_.read(offsetOf(i, 0) - kHeaderBytes, &header, sizeof header)) continue;
    if (header.magic != kMagic || header.checksum != checksumOf(header) || header.sequence == 0 ||
        header.sequence == UINT32_MAX || header.retired != kBlank) {
      continue;
    }
    sequence_[i] = header.sequence;
    if (active_ == UINT32_MAX || header.sequence > sequence_[active_]) active_ = i;
  }
  for (uint32_t i = 0; i < sectors_; i++) pending_ += countPending(i);
  if (active_ == UINT32_MAX) return;
  next_slot_ = slotCount();
  while (next_slot_ > 0 && isBlankSlot(active_, next_slot_ - 1)) next_slot_--;
  // The newest readable record tells whether there was power when the last boot ended.
  const uint32_t oldest = oldestSector();
  for (Place at = {oldest, 0, sequence_[oldest]}; settle(at); at.slot++) {
    Record record;
    if (!readRecord(at.sector, at.slot, record)) continue;
    has_last_ = true;
    last_type_ = static_cast<EventType>(record.type);
  }
}

bool EventRing::append(const PowerEvent& event, bool is_done) {
  Record record;
  memset(&record, 0xff, sizeof record);
  record.boot_id = event.boot_id;
  record.seq = event.seq;
  record.uptime_low = static_cast<uint32_t>(event.uptime_ms);
  record.uptime_high = static_cast<uint32_t>(event.uptime_ms >> 32);
  record.battery_mv = event.battery_mv;
  record.type = static_cast<uint8_t>(event.type);
  record.checksum = record.makeChecksum();
  if (event.wall_ms > 0) record.setWall(event.wall_ms);
  if (is_done) record.done = 0;
  for (int i = 0; i < kAppendTries; i++) {
    if ((active_ == UINT32_MAX || next_slot_ >= slotCount()) && !openNextSector()) return false;
    const uint32_t slot = next_slot_++;
    if (!write(offsetOf(active_, slot), &record, sizeof record)) continue;
    if (!is_done) pending_++;
    has_last_ = true;
    last_type_ = event.type;
    return true;
  }
  return false;
}

bool EventRing::firstPending(PowerEvent& event, Place& place) const {
  const uint32_t oldest = oldestSector();
  if (oldest == UINT32_MAX) return false;
  if (!isInUse(head_)) head_ = {oldest, 0, sequence_[oldest]};
  has_read_failed_ = false;
  const bool is_found = findPending(event, place, head_);
  // A sector that could not be read now may be readable later.
  if (!has_read_failed_) {
    head_ = is_found ? place : Place{active_, next_slot_, sequence_[active_]};
  }
  return is_found;
}

bool EventRing::nextPending(PowerEvent& event, Place& place) const {
  return findPending(event, place, {place.sector, place.slot + 1, place.sequence});
}

/// The first record that is not done, at or after `from`.
bool EventRing::findPending(PowerEvent& event, Place& place, Place from) const {
  for (Place at = from; settle(at); at.slot++) {
    Record record;
    if (!readRecord(at.sector, at.slot, record) || isMarked(record.done)) continue;
    event.type = static_cast<EventType>(record.type);
    event.boot_id = record.boot_id;
    event.seq = record.seq;
    event.uptime_ms = (static_cast<uint64_t>(record.uptime_high) << 32) | record.uptime_low;
    event.wall_ms = record.hasWall()
                        ? static_cast<int64_t>((static_cast<uint64_t>(record.wall_high) << 32) |
                                               record.wall_low)
                        : 0;
    event.battery_mv = record.battery_mv;
    place = at;
    return true;
  }
  return false;
}

bool EventRing::markDone(const Place& place) {
  Record record;
  if (!isInUse(place) || !readRecord(place.sector, place.slot, record)) return false;
  if (isMarked(record.done)) return true;
  const uint32_t done = 0;
  write(offsetOf(place.sector, place.slot) + offsetof(Record, done), &done, sizeof done);
  if (!readRecord(place.sector, place.slot, record) || !isMarked(record.done)) return false;
  if (pending_ > 0) pending_--;
  return true;
}

bool EventRing::stampWall(const Place& place, int64_t wall_ms) {
  Record record;
  if (!isInUse(place) || !readRecord(place.sector, place.slot, record)) return false;
  // A stamp is there already, whole or torn.
  if (!isBlank(&record.wall_low, 12)) return false;
  record.setWall(wall_ms);
  const uint32_t offset = offsetOf(place.sector, place.slot) + offsetof(Record, wall_low);
  return write(offset, &record.wall_low, 12);
}

bool EventRing::prepare() {
  if (active_ != UINT32_MAX && next_slot_ + kPrepareSlots < slotCount()) return false;
  const uint32_t next = nextFreeSector(active_);
  return next != UINT32_MAX && !isBlankSector(next) && eraseForUse(next);
}

bool EventRing::lastType(EventType& out) const {
  if (has_last_) out = last_type_;
  return has_last_;
}

uint32_t EventRing::offsetOf(uint32_t sector, uint32_t slot) const {
  return sector * flash_.sectorSize() + kHeaderBytes + slot * kRecordBytes;
}

bool EventRing::isBlankSector(uint32_t sector) const {
  uint8_t bytes[64];
  const uint32_t size = flash_.sectorSize();
  for (uint32_t at = 0; at < size; at += sizeof bytes) {
    const uint32_t length = size - at < sizeof bytes ? size - at : sizeof bytes;
    if (!flash_.read(sector * size + at, bytes, length) || !isBlank(bytes, length)) return false;
  }
  return true;
}

bool EventRing::isBlankSlot(uint32_t sector, uint32_t slot) const {
  Record record;
  return flash_.read(offsetOf(sector, slot), &record, sizeof record) &&
         isBlank(&record, sizeof record);
}

bool EventRing::readRecord(uint32_t sector, uint32_t slot, Record& out) const {
  if (flash_.read(offsetOf(sector, slot), &out, sizeof out)) return out.isValid();
  has_read_failed_ = true;
  return false;
}

uint32_t EventRing::oldestSector() const { return sectorAfter(0); }

/// The sector in use with the next higher number; UINT32_MAX: there is none.
uint32_t EventRing::sectorAfter(uint32_t sequence) const {
  uint32_t found = UINT32_MAX;
  for (uint32_t i = 0; i < sectors_; i++) {
    if (sequence_[i] > sequence && (found == UINT32_MAX || sequence_[i] < sequence_[found])) {
      found = i;
    }
  }
  return found;
}

/// Whether the sector was not erased since the place was given.
bool EventRing::isInUse(const Place& place) const {
  return place.sector < sectors_ && place.sequence != 0 &&
         sequence_[place.sector] == place.sequence;
}

uint32_t EventRing::endOf(uint32_t sector) const {
  return sector == active_ ? next_slot_ : slotCount();
}

/// Moves on to the next slot that has been written, unless this one has. @returns false at the end
bool EventRing::settle(Place& place) const {
  while (isInUse(place)) {
    if (place.slot < endOf(place.sector)) return true;
    const uint32_t next = sectorAfter(place.sequence);
    if (next == UINT32_MAX) return false;
    place = {next, 0, sequence_[next]};
  }
  return false;
}

/// The next sector after that one that holds nothing pending; UINT32_MAX: there is none.
uint32_t EventRing::nextFreeSector(uint32_t after_sector) const {
  const uint32_t first = after_sector == UINT32_MAX ? 0 : after_sector + 1;
  for (uint32_t i = 0; i < sectors_; i++) {
    const uint32_t sector = (first + i) % sectors_;
    if (sector != active_ && countPending(sector) == 0) return sector;
  }
  return UINT32_MAX;
}

bool EventRing::openNextSector() {
  const uint32_t sequence = active_ == UINT32_MAX ? 1 : sequence_[active_] + 1;
  const uint32_t first = nextFreeSector(active_);
  uint32_t sector = first;
  while (sector != UINT32_MAX) {
    if (openSector(sector, sequence)) return true;
    // A sector that cannot be erased or written is passed over.
    sector = nextFreeSector(sector);
    if (sector == first) return false;
  }
  const uint32_t oldest = oldestSector();
  if (oldest == UINT32_MAX || oldest == active_ || has_eviction_failed_) return false;
  has_eviction_failed_ = !openSector(oldest, sequence);
  return !has_eviction_failed_;
}

bool EventRing::openSector(uint32_t sector, uint32_t sequence) {
  if (!isBlankSector(sector) && !eraseForUse(sector)) return false;
  Header header = {kMagic, sequence, 0, kBlank};
  header.checksum = checksumOf(header);
  if (!write(offsetOf(sector, 0) - kHeaderBytes, &header, sizeof header)) return false;
  sequence_[sector] = sequence;
  active_ = sector;
  next_slot_ = 0;
  return true;
}

bool EventRing::eraseForUse(uint32_t sector) {
  if (sequence_[sector] != 0) {
    const size_t lost = countPending(sector);
    evicted_ += lost;
    pending_ -= lost < pending_ ? lost : pending_;
    sequence_[sector] = 0;
    // An erase that is torn must not leave a header that looks whole.
    const uint32_t retired = 0;
    flash_.write(offsetOf(sector, 0) - kHeaderBytes + offsetof(Header, retired), &retired,
                 sizeof retired);
  }
  return flash_.eraseSector(sector) && isBlankSector(sector);
}

size_t EventRing::countPending(uint32_t sector) const {
  if (sequence_[sector] == 0) return 0;
  size_t count = 0;
  for (uint32_t slot = 0; slot < slotCount(); slot++) {
    Record record;
    if (readRecord(sector, slot, record) && !isMarked(record.done)) count++;
  }
  return count;
}

/// Trusts what can be read afterwards, not what the flash driver returned.
bool EventRing::write(uint32_t offset, const void* data, size_t length) {
  flash_.write(offset, data, length);
  uint8_t stored[kRecordBytes];
  return flash_.read(offset, stored, length) && memcmp(stored, data, length) == 0;
}

}  // namespace faiwatch
