#pragma once

#include <stddef.h>
#include <stdint.h>

#include <deque>
#include <string>
#include <vector>

#include "hal_posix/desk.h"
#include "hal_posix/host-network.h"
#include "hal_posix/options.h"

namespace faiwatch::posix {

/// All boards of the program, each on its desk.
class Fleet {
 public:
  explicit Fleet(const CommandLine& line);

  /// @returns what is wrong with a board; empty: nothing
  std::string prepare();

  /// Call it when something has arrived, and whenever waitMs() are over. It lets boards live: at once those for which
  /// something has arrived, the others in turn.
  void tick();
  /// Readable when something has arrived for a board.
  int descriptor() const { return network_.descriptor(); }
  int waitMs() const;

  void setMains(bool on);
  /// Does what a line of the control channel says: `@3,10-20 mains off`; without `@` to all.
  /// @returns empty when done, else what is wrong with it
  std::string run(const std::string& line);

 private:
  void noteSpeed();

  HostNetwork network_;
  std::deque<Desk> desks_;
  /// The clock of a board is fast.
  bool is_fast_ = false;
  size_t next_ = 0;
  uint64_t turn_us_ = 0;
};

}  // namespace faiwatch::posix
