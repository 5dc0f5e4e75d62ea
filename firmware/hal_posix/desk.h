#pragma once

#include <sys/types.h>

#include <deque>
#include <string>

#include "hal_posix/board.h"
#include "hal_posix/descriptor.h"
#include "hal_posix/options.h"
#include "hal_posix/serial-port.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// Where the board lies: gives it power, resets it, holds the other end of its cable, and sees how it
/// ends. Each boot is a process of its own.
///
///   Off     --power-->        Running
///   Running --no power-->     Off
///   Running --freeze-->       Frozen  --thaw--> Running
///   Running, Frozen --reset, crash, watchdog, restart--> Running, in the next boot
class Desk {
 public:
  Desk(const Options& options, World& world, const uint8_t (&mac)[6]);
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// To be called often: does what was asked for, relays the serial line, watches the board.
  void tick();
  /// The board's process has stopped or ended. Ends the program when the board's own code broke.
  void onChildChanged();

  void setMains(bool on);
  void setBattery(uint16_t millivolts);
  /// Takes mains and battery away.
  /// @param for_ms 0: until plugIn()
  void unplug(uint32_t for_ms);
  void plugIn();
  void reset(BootEnd end);
  void freeze();
  void thaw();

 private:
  enum class State : uint8_t { Off, Running, Frozen };

  bool hasPower() const;
  void followPower();
  void followReset();
  void boot();
  /// Takes the board's process out of the way, with its connections still open.
  void endBoot(BootEnd end);
  void watch();

  const Options& options_;
  World& world_;
  uint8_t mac_[6];
  State state_ = State::Off;
  BootEnd last_end_ = BootEnd::PowerLost;
  pid_t board_ = 0;
  /// Boots that have ended. Their connections stay open and silent, as those of a reset board do, until
  /// they are too many.
  std::deque<pid_t> ended_;
  Descriptor cable_;
  SerialPort port_;
  bool does_port_vanish_;
  BootEnd wanted_end_ = BootEnd::None;
  bool is_unplugged_ = false;
  /// 0: nobody plugs it in again.
  uint64_t plug_in_us_ = 0;
  uint64_t port_back_us_ = 0;
  uint32_t fed_ = 0;
  uint64_t fed_us_ = 0;
};

}  // namespace faiwatch::posix
