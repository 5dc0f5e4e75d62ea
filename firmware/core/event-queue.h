#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/event-ring.h"
#include "core/wall-clock.h"
#include "hal/flash.h"

namespace faiwatch {

/// Keeps events from when they happen until the server has acknowledged them. They begin in memory, so that
/// they can be sent before flash is written, and then go to the ring.
///
/// The age of an event of an earlier boot is known only if both that boot and this one have learned the time.
/// Such events wait until this boot has. If the earlier boot never had, the event's moment cannot be told, and
/// the server would take an invented one for the truth. The event is then given up, counted, and told on the
/// serial line. The server still learns of the loss from the new boot_id and reset_reason.
class EventQueue {
 public:
  /// Room for events that could not be written yet. One more, and the oldest is given up.
  static constexpr size_t kUnstored = 16;
  /// The largest age the server takes: ten years.
  static constexpr uint64_t kMaxAgeMs = 315'576'000'000;

  EventQueue(hal::Flash& flash, const WallClock& clock) : ring_(flash), clock_(clock) {}

  /// @returns false when it is not known whether there was power at the end of the last boot
  bool start(uint32_t boot_id, EventType& last_type);

  /// @param store_at_ms when it may be written: a little later than now if it can be sent first
  void add(const PowerEvent& event, uint64_t store_at_ms);

  /// The next event to send.
  /// @param only_this_boot passes over those that wait for the time to be learned
  /// @param age_ms how long ago it happened
  bool next(uint64_t now_ms, bool only_this_boot, PowerEvent& event, uint64_t& age_ms) const;
  /// The server acknowledged the event, with PUBACK or 2xx.
  void acknowledge(uint32_t boot_id, uint32_t seq);

  /// Writes at most one record.
  /// @param may_write the supply is good enough for flash
  /// @param has_mains there is time for preparations
  void tick(uint64_t now_ms, bool may_write, bool has_mains);

  /// Writes all that is not written yet, before a restart.
  void storeAll(uint64_t now_ms);

  /// Not acknowledged yet.
  size_t pendingCount() const;
  /// Lost because ring and memory were full.
  size_t lostCount() const { return ring_.evictedCount() + dropped_; }
  /// Given up because their moment cannot be told.
  size_t undatedCount() const { return undated_; }

 private:
  struct Unstored {
    PowerEvent event;
    uint64_t store_at_ms = 0;
    bool is_acknowledged = false;
  };
  struct Name {
    uint32_t boot_id = 0;
    uint32_t seq = 0;
  };
  enum class Dating : uint8_t { Known, NotYet, Never };

  /// Acknowledged events whose mark could not be written to flash. They are not sent again.
  static constexpr size_t kUnmarked = 8;

  Dating dateEvent(const PowerEvent& event, uint64_t now_ms, uint64_t& age_ms) const;
  bool isUnmarked(const PowerEvent& event) const;
  bool markInRing(const Name& name);
  void storeOldest(uint64_t now_ms);
  void retryMarks();
  void tidyRing(uint64_t now_ms);
  void removeOldestUnstored();

  EventRing ring_;
  const WallClock& clock_;
  uint32_t boot_id_ = 0;
  Unstored unstored_[kUnstored];
  size_t unstored_count_ = 0;
  Name unmarked_[kUnmarked];
  size_t unmarked_count_ = 0;
  size_t dropped_ = 0;
  size_t undated_ = 0;
  uint64_t next_tidy_ms_ = 0;
};

}  // namespace faiwatch
