#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::esp {

/// Core hears its packet id when it publishes; the vendor makes its own only when the packet goes out, in
/// another task. This is which belongs to which, of those that were not acknowledged yet.
class PacketIds {
 public:
  /// Forgets all.
  void clear();
  /// @returns a new id of ours; 0: too many are on their way
  uint16_t take();
  /// @returns true when the vendor's id has been acknowledged already: ours is done
  bool send(uint16_t ours, int vendors);
  /// It will not be sent.
  void drop(uint16_t ours);
  /// @returns our id, which is done; 0: none of ours, or none yet
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
  /// Acknowledged before we heard that they were sent; 0: free.
  int early_[kMost] = {};
  size_t next_early_ = 0;
};

}  // namespace faiwatch::esp
