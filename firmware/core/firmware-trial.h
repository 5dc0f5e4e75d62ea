#pragma once

#include <stdint.h>

#include "core/version.h"
#include "hal/key-value-store.h"
#include "hal/ota-slot.h"
#include "hal/reset-info.h"

namespace faiwatch {

/// Whether the running image may stay, and which one could not.
///
/// A new image is on trial until the server has answered it. It gives itself up after fifteen minutes
/// of mains without an answer; if it restarts before, for whatever reason, the boot loader does. In either
/// case the image before finds the name of what it was to be replaced by, and the failure is reported until
/// another update succeeds.
///
/// But a trial that lost its power proves nothing: the next look for updates brings the same version again.
/// At the third such cut it has failed after all, as it may be the image itself that draws too much.
class FirmwareTrial {
 public:
  static constexpr uint64_t kTrialMs = 900'000;
  static constexpr uint8_t kTries = 3;

  FirmwareTrial(hal::OtaSlot& slot, hal::KeyValueStore& store) : slot_(slot), store_(store) {}

  /// @param running version of this firmware, which must outlive it
  /// @param reason why this boot began
  void start(TextView running, hal::ResetReason reason);
  /// @param has_mains without it the router is dark, too, and nothing is proved by silence
  void tick(uint64_t now_ms, bool has_mains);
  void onServerAnswered();
  /// An image of this version boots next.
  void onInstalled(TextView version);
  /// It may be tried again.
  void forgetFailure();

  bool isOnTrial() const { return is_on_trial_; }
  /// Empty: none failed.
  TextView failedVersion() const { return failed_.view(); }

 private:
  /// Trials of one version that lost their power.
  struct Cuts {
    char version[VersionText::kCapacity + 1] = {};
    uint8_t count = 0;
  };

  bool load(const char* key, VersionText& out);
  /// @returns trials of this version that lost their power, this one among them
  uint8_t countCut(TextView version);

  hal::OtaSlot& slot_;
  hal::KeyValueStore& store_;
  TextView running_;
  VersionText failed_;
  bool is_on_trial_ = false;
  uint64_t deadline_ms_ = kTrialMs;
};

}  // namespace faiwatch
