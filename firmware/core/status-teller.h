#pragma once

#include <stddef.h>

#include "core/device-names.h"
#include "core/event-queue.h"
#include "core/link.h"
#include "core/power-fsm.h"
#include "core/serial-out.h"
#include "core/setup-network.h"
#include "core/text.h"
#include "core/wifi-policy.h"
#include "hal/board.h"
#include "hal/wifi.h"

namespace faiwatch {

/// What there is to tell of.
struct StatusSources {
  const hal::Board& board;
  const hal::Wifi& radio;
  const DeviceId& device_id;
  const WifiPolicy& wifi;
  const Link& link;
  const PowerFsm& power;
  const EventQueue& queue;
  const SetupNetwork& setup;
};

/// Tells on the serial line what has changed, and on demand the state of the device. The wording of the notices is
/// fixed, since the configuration page looks for it (docs/device-protocol.md, "Serial commands").
class StatusTeller {
 public:
  StatusTeller(SerialOut& out, const StatusSources& sources) : out_(out), sources_(sources) {}

  /// `* first second`
  void notice(TextView first, TextView second = {});
  /// Gives a notice of everything that changed since the last call.
  void tellChanges();
  /// Details for show_config.
  void describe(SerialOut& out) const;

 private:
  void tellWifi();
  void tellPath();
  void tellLost();
  void tellProblem();
  TextView serverStanding() const;

  SerialOut& out_;
  StatusSources sources_;
  WifiPolicy::State told_wifi_ = WifiPolicy::State::Off;
  hal::WifiFailure told_failure_ = hal::WifiFailure::None;
  LinkPath told_path_ = LinkPath::None;
  FixedText<39> told_problem_;
  size_t told_lost_ = 0;
  size_t told_undated_ = 0;
};

}  // namespace faiwatch
