#pragma once

#include <stdint.h>

#include "core/version.h"
#include "hal/key-value-store.h"
#include "hal/ota-slot.h"
#include "hal/reset-info.h"

namespace faiwatch {

/// Decides whether the running image may stay, and remembers which one had to go.
///
/// A new image is on trial until the server has answered it. It gives itself up after fifteen minutes of mains
/// without an answer. If it restarts before that, the boot loader gives it up. The image before then finds
/// the name of the failed one, and the failure is reported until another update succeeds.
///
/// A trial that lost its power proves nothing, so the next look for updates brings the same version again. At the
/// third such cut the version counts as failed, since the image itself may draw too much current.
class FirmwareTrial {
 public:
  static constexpr uint64_t kTrialMs = 900'000;
  static constexpr uint8_t kTries = 3;

  FirmwareTrial(hal::OtaSlot& slot, hal::KeyValueStore& store) : slot_(slot), store_(store) {}

  /// @param running version of this firmware, which must outlive it
  /// @param reason why this boot began
  void start(TextView running, hal::ResetReason reason);
  /// @param has_mains without it the router has no power either, and silence proves nothing
  void tick(uint64_t now_ms, bool has_mains);
  void onServerAnswered();
  /// An image of this version boots next.
  void onInstalled(TextView version);
  /// The failed version may be tried again.
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
