#pragma once

#include <stdint.h>

#include <memory>

#include "hal_posix/boot-end.h"
#include "hal_posix/boot.h"
#include "hal_posix/cable.h"
#include "hal_posix/host-network.h"
#include "hal_posix/options.h"
#include "hal_posix/serial-port.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// The desk of one board: gives it power, resets it, holds the other end of its cable, and sees how its boots end.
///
///   Off     --power-->        Running
///   Running --no power-->     Off
///   Running --freeze-->       Frozen  --thaw--> Running
///   Running --sleep-->        Asleep  --time, mains--> Running, in the next boot
///   Asleep  --no power-->     Off
///   any but Off --reset, crash, watchdog, restart--> Running, in the next boot
class Desk {
 public:
  /// @param number of the board in the log, from 1; 0: it is the only one
  Desk(Options options, HostNetwork& network, uint32_t number);
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// Finds the board's name and writes what its options say into its store.
  /// @returns what is wrong; empty: nothing
  std::string prepare();

  /// Call it often: it does what was asked for, relays the serial line, and lets the board live.
  void tick();

  World& world() { return world_; }
  const World& world() const { return world_; }
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
  enum class State : uint8_t { Off, Running, Frozen, Asleep };

  bool hasPower() const;
  void followPower();
  void boot();
  void runBoot();
  void fallAsleep();
  void wake();
  /// Takes the boot away, with its connections still open.
  void endBoot(BootEnd end);
  /// How long a frozen board stands still before its watchdog restarts it.
  void watch();

  const Options options_;
  HostNetwork& network_;
  World world_;
  uint8_t mac_[6] = {};
  State state_ = State::Off;
  BootEnd last_end_ = BootEnd::PowerLost;
  Cable cable_;
  SerialPort port_;
  bool has_port_;
  bool does_port_vanish_;
  bool is_unplugged_ = false;
  /// 0: nobody plugs it in again.
  uint64_t plug_in_us_ = 0;
  uint64_t port_back_us_ = 0;
  uint64_t frozen_us_ = 0;
  uint64_t asleep_us_ = 0;
  std::unique_ptr<Boot> boot_;
};

}  // namespace faiwatch::posix
