#pragma once

#include <stddef.h>
#include <stdint.h>

#include "hal/flash.h"

namespace faiwatch {

enum class EventType : uint8_t { PowerDown = 1, PowerRecover = 2 };

/// Something that happened to the mains. (boot_id, seq) names it for ever.
struct PowerEvent {
  EventType type = EventType::PowerDown;
  uint32_t boot_id = 0;
  uint32_t seq = 0;
  /// When, in ms since the boot it happened in.
  uint64_t uptime_ms = 0;
  /// When, epoch ms by the server's clock; 0: that boot had not learned the time.
  int64_t wall_ms = 0;
  /// Millivolts of the battery while it feeds the board; 0: it does not, or is not measured.
  uint16_t battery_mv = 0;
};

/// Power events in flash: a ring of sectors, written in turn.
///
/// A sector begins with a header (magic, sequence number, checksum, and a word that is cleared before
/// the sector is erased); fixed-size records follow. A record's checksum covers what happened; its wall
/// time, with a checksum of its own, and its `done` word may be written later, since flash turns bits from
/// 1 to 0 only. A torn write leaves a record that is skipped, a sector that is erased before its next use, or a
/// mark that counts as not set. It never leaves an event that did not happen.
class EventRing {
 public:
  static constexpr uint32_t kHeaderBytes = 16;
  static constexpr uint32_t kRecordBytes = 40;
  static constexpr uint32_t kMaxSectors = 32;

  /// Names a record until its sector is erased.
  struct Place {
    uint32_t sector = UINT32_MAX;
    uint32_t slot = 0;
    /// Sequence number of the sector when the place was given.
    uint32_t sequence = 0;
  };

  explicit EventRing(hal::Flash& flash) : flash_(flash) {}

  /// Reads what the flash holds and changes nothing. Call it once, before anything else.
  void recover();

  /// Writes one event and reads it back.
  /// @param is_done it has been acknowledged already and is kept only as the last known state
  /// A full ring gives up its oldest sector for the event.
  /// @returns false when it is not stored
  bool append(const PowerEvent& event, bool is_done);

  /// The oldest event that is not done.
  bool firstPending(PowerEvent& event, Place& place) const;
  /// The next one behind `place`, which becomes its place.
  bool nextPending(PowerEvent& event, Place& place) const;
  /// @returns false when the flash did not take it
  bool markDone(const Place& place);
  /// Adds the wall time to a record that has none.
  bool stampWall(const Place& place, int64_t wall_ms);

  /// Erases the next sector ahead of time, so that an append when the mains fails needs no erasing. Call
  /// it while there is power. @returns whether it erased
  bool prepare();

  size_t pendingCount() const { return pending_; }
  /// How many pending events the full ring has given up with their sector since recover().
  size_t evictedCount() const { return evicted_; }
  /// Power according to the newest record, done or not.
  bool lastType(EventType& out) const;

 private:
  struct Record;

  bool findPending(PowerEvent& event, Place& place, Place from) const;
  bool settle(Place& place) const;
  uint32_t slotCount() const { return (flash_.sectorSize() - kHeaderBytes) / kRecordBytes; }
  uint32_t offsetOf(uint32_t sector, uint32_t slot) const;
  bool isBlankSector(uint32_t sector) const;
  bool isBlankSlot(uint32_t sector, uint32_t slot) const;
  bool readRecord(uint32_t sector, uint32_t slot, Record& out) const;
  uint32_t oldestSector() const;
  uint32_t sectorAfter(uint32_t sequence) const;
  bool isInUse(const Place& place) const;
  uint32_t endOf(uint32_t sector) const;
  uint32_t nextFreeSector(uint32_t after_sector) const;
  bool openNextSector();
  bool openSector(uint32_t sector, uint32_t sequence);
  bool eraseForUse(uint32_t sector);
  size_t countPending(uint32_t sector) const;
  bool write(uint32_t offset, const void* data, size_t length);

  hal::Flash& flash_;
  uint32_t sectors_ = 0;
  /// Sequence number of each sector in use, 0: not in use.
  uint32_t sequence_[kMaxSectors] = {};
  /// The sector being written, UINT32_MAX: none yet.
  uint32_t active_ = UINT32_MAX;
  uint32_t next_slot_ = 0;
  size_t pending_ = 0;
  size_t evicted_ = 0;
  /// The flash is worn out: giving up the oldest sector did not help. What can be read is kept.
  bool has_eviction_failed_ = false;
  /// Nothing before this place is pending. A search begins here.
  mutable Place head_;
  mutable bool has_read_failed_ = false;
  bool has_last_ = false;
  EventType last_type_ = EventType::PowerDown;
};

}  // namespace faiwatch
