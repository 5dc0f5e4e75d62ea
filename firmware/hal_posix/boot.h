#pragma once

#include "core/app.h"
#include "hal/reset-info.h"
#include "hal_posix/boot-loader.h"
#include "hal_posix/cable-serial.h"
#include "hal_posix/file-flash.h"
#include "hal_posix/file-slot.h"
#include "hal_posix/file-store.h"
#include "hal_posix/local-portal.h"
#include "hal_posix/medium-faults.h"
#include "hal_posix/options.h"
#include "hal_posix/random.h"
#include "hal_posix/release-key.h"
#include "hal_posix/sim-board.h"
#include "hal_posix/sim-clock.h"
#include "hal_posix/sim-inputs.h"
#include "hal_posix/sim-outputs.h"
#include "hal_posix/sim-trust.h"
#include "hal_posix/sim-wifi.h"
#include "hal_posix/socket-http-client.h"
#include "hal_posix/socket-mqtt-client.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// The board from one reset to the next: boot loader, firmware, and everything in memory. Boots share only the
/// computer's network. A destroyed boot leaves its connections open and silent, like a board that lost its power.
class Boot {
 public:
  Boot(const Options& options, World& world, HostNetwork& network, Cable& cable,
       const uint8_t (&mac)[6], hal::ResetReason reason);
  ~Boot();
  Boot(const Boot&) = delete;
  Boot& operator=(const Boot&) = delete;

  /// Call it often: it lives through the time that has passed.
  /// @throws BootEnded
  void tick();

 private:
  bool awaitsAnswer() const {
    return wifi_.carries() && (http_.isRunning() || mqtt_.awaitsAnswer());
  }
  /// Lets the mains flicker, and logs when the board could first see it.
  void watchMains();

  World& world_;
  BootedImage image_;
  bool crashes_;
  SimClock clock_;
  SimBoard board_;
  KernelRandom random_;
  SimResetInfo reset_;
  MediumFaults store_faults_;
  FileStore store_;
  MediumFaults flash_faults_;
  FileFlash flash_;
  CableSerial serial_;
  SimMainsInput mains_;
  SimBattery battery_;
  SimWifi wifi_;
  SimTrust trust_;
  SocketMqttClient mqtt_;
  SocketHttpClient http_;
  LocalPortal portal_;
  ReleaseKey crypto_;
  FileSlot slot_;
  LogDisplay display_;
  LogLed led_;
  SimButton button_;
  App app_;
  bool has_started_ = false;
  bool had_mains_;
  uint64_t mains_seen_ms_ = 0;
};

}  // namespace faiwatch::posix
