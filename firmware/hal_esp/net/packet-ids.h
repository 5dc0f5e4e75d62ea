#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::esp {

/// Maps our packet ids to esp-mqtt's until they are acknowledged. Core gets an id when it publishes; esp-mqtt makes
/// its own only when the packet goes out, in another task.
class PacketIds {
 public:
  /// Forgets all.
  void clear();
  /// @returns a new id of ours; 0: too many are on their way
  uint16_t take();
  /// @returns true when esp-mqtt's id has been acknowledged already
  bool send(uint16_t ours, int vendors);
  /// The packet will not be sent.
  void drop(uint16_t ours);
  /// @returns our id, now acknowledged; 0: unknown, or not known yet
  uint16_t acknowledge(int vendors);

 private:
  /// ours 0: free. vendors 0: not sent yet.
  struct Entry {
    uint16_t ours = 0;
    int vendors = 0;
  };
  static constexpr size_t kMost = 8;

  uint16_t last_ = 0;
  Entry entries_[kMost];
  /// Ids of esp-mqtt that were acknowledged before we knew they were sent; 0: free.
  int early_[kMost] = {};
  size_t next_early_ = 0;
};

}  // namespace faiwatch::esp
