#include "core/event-queue.h"

namespace faiwatch {

namespace {

constexpr uint64_t kStoreRetryMs = 10'000;
constexpr uint64_t kTidyMs = 5'000;

}  // namespace

bool EventQueue::start(uint32_t boot_id, EventType& last_type) {
  boot_id_ = boot_id;
  ring_.recover();
  return ring_.lastType(last_type);
}

void EventQueue::add(const PowerEvent& event, uint64_t store_at_ms) {
  if (unstored_count_ == kUnstored) {
    if (!unstored_[0].is_acknowledged) dropped_++;
    removeOldestUnstored();
  }
  unstored_[unstored_count_++] = {event, store_at_ms, false};
}

bool EventQueue::next(uint64_t now_ms, bool only_this_boot, PowerEvent& event,
                      uint64_t& age_ms) const {
  PowerEvent found;
  EventRing::Place place;
  for (bool more = ring_.firstPending(found, place); more; more = ring_.nextPending(found, place)) {
    const Dating dating = dateEvent(found, now_ms, age_ms);
    const bool is_waiting = dating == Dating::NotYet;
    if (is_waiting && !only_this_boot) return false;
    if (dating == Dating::Known && !isUnmarked(found)) {
      event = found;
      return true;
    }
  }
  for (size_t i = 0; i < unstored_count_; i++) {
    if (unstored_[i].is_acknowledged) continue;
    event = unstored_[i].event;
    dateEvent(event, now_ms, age_ms);
    return true;
  }
  return false;
}

void EventQueue::acknowledge(uint32_t boot_id, uint32_t seq) {
  for (size_t i = 0; i < unstored_count_; i++) {
    Unstored& entry = unstored_[i];
    if (entry.event.boot_id == boot_id && entry.event.seq == seq) {
      entry.is_acknowledged = true;
      return;
    }
  }
  const Name name = {boot_id, seq};
  if (markInRing(name)) return;
  if (unmarked_count_ == kUnmarked) {
    for (size_t i = 1; i < kUnmarked; i++) unmarked_[i - 1] = unmarked_[i];
    unmarked_count_--;
  }
  unmarked_[unmarked_count_++] = name;
}

void EventQueue::tick(uint64_t now_ms, bool may_write, bool has_mains) {
  if (!may_write) return;
  if (unstored_count_ > 0) {
    if (now_ms >= unstored_[0].store_at_ms) storeOldest(now_ms);
    return;
  }
  if (has_mains && now_ms >= next_tidy_ms_) tidyRing(now_ms);
}

void EventQueue::storeAll(uint64_t now_ms) {
  for (size_t left = unstored_count_; left > 0; left--) storeOldest(now_ms);
}

size_t EventQueue::pendingCount() const {
  size_t count = ring_.pendingCount();
  for (size_t i = 0; i < unstored_count_; i++) {
    if (!unstored_[i].is_acknowledged) count++;
  }
  return count > unmarked_count_ ? count - unmarked_count_ : 0;
}

EventQueue::Dating EventQueue::dateEvent(const PowerEvent& event, uint64_t now_ms,
                                         uint64_t& age_ms) const {
  if (event.boot_id == boot_id_) {
    age_ms = now_ms > event.uptime_ms ? now_ms - event.uptime_ms : 0;
  } else {
    if (!clock_.isKnown()) return Dating::NotYet;
    if (event.wall_ms == 0) return Dating::Never;
    const int64_t by_wall = clock_.at(now_ms) - event.wall_ms;
    // The event was before this boot, even if the clocks disagree.
    age_ms = by_wall > static_cast<int64_t>(now_ms) ? static_cast<uint64_t>(by_wall) : now_ms;
  }
  if (age_ms > kMaxAgeMs) age_ms = kMaxAgeMs;
  return Dating::Known;
}

bool EventQueue::isUnmarked(const PowerEvent& event) const {
  for (size_t i = 0; i < unmarked_count_; i++) {
    if (unmarked_[i].boot_id == event.boot_id && unmarked_[i].seq == event.seq) return true;
  }
  return false;
}

/// @returns true when it is marked, or not there any more
bool EventQueue::markInRing(const Name& name) {
  PowerEvent event;
  EventRing::Place place;
  for (bool more = ring_.firstPending(event, place); more; more = ring_.nextPending(event, place)) {
    if (event.boot_id == name.boot_id && event.seq == name.seq && !ring_.markDone(place)) {
      return false;
    }
    // The search goes on: a repeated append may have stored the same event twice.
  }
  return true;
}

void EventQueue::storeOldest(uint64_t now_ms) {
  Unstored& entry = unstored_[0];
  entry.event.wall_ms = clock_.at(entry.event.uptime_ms);
  if (ring_.append(entry.event, entry.is_acknowledged)) {
    removeOldestUnstored();
  } else {
    entry.store_at_ms = now_ms + kStoreRetryMs;
  }
}

void EventQueue::retryMarks() {
  size_t kept = 0;
  for (size_t i = 0; i < unmarked_count_; i++) {
    const Name name = unmarked_[i];
    if (!markInRing(name)) unmarked_[kept++] = name;
  }
  unmarked_count_ = kept;
}

void EventQueue::tidyRing(uint64_t now_ms) {
  next_tidy_ms_ = now_ms + kTidyMs;
  retryMarks();
  if (clock_.isKnown()) {
    PowerEvent event;
    EventRing::Place place;
    for (bool more = ring_.firstPending(event, place); more;
         more = ring_.nextPending(event, place)) {
      if (event.wall_ms == 0 && event.boot_id == boot_id_) {
        ring_.stampWall(place, clock_.at(event.uptime_ms));
      } else if (event.wall_ms == 0 && ring_.markDone(place)) {
        undated_++;
      }
    }
  }
  ring_.prepare();
}

void EventQueue::removeOldestUnstored() {
  for (size_t i = 1; i < unstored_count_; i++) unstored_[i - 1] = unstored_[i];
  unstored_count_--;
}

}  // namespace faiwatch
