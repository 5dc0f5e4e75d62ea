#pragma once

#include <stdint.h>

#include "core/text.h"
#include "hal/key-value-store.h"
#include "hal/reset-info.h"

namespace faiwatch {

/// Stored by their numbers: new ones go to the end.
enum class RestartCause : uint8_t { None, Command, Update, NoAnswer };
/// The words of docs/device-protocol.md; empty for None.
TextView restartCauseName(RestartCause cause);

/// What the device does when nobody answers any more, and what it remembers when it restarts itself.
///
///   an hour without an answer   the Wi-Fi driver is started anew, every hour
///   six hours                   the device restarts
///
/// Time without power does not count, since the router is off as well. When the device restarts itself it
/// remembers the boot that the server knows, so that an internet outage is not reported as a fault of the board.
class SelfCare {
 public:
  enum class Remedy : uint8_t { None, RestartWifi, RestartBoard };

  static constexpr uint64_t kWifiMs = 3'600'000;
  static constexpr uint64_t kBoardMs = 21'600'000;

  explicit SelfCare(hal::KeyValueStore& store) : store_(store) {}

  void start(hal::ResetReason reason, bool may_write);
  /// @param is_waiting an answer is due, and the router should have power
  Remedy tick(uint64_t now_ms, bool is_waiting);
  /// Somebody answers.
  void onHeard(uint64_t now_ms);
  /// The server knows of this boot.
  void onAnswer(uint64_t now_ms);
  /// Just before a restart of the device's own.
  void noteRestart(uint32_t boot_id, RestartCause cause);

  /// The last boot the server has heard of, which this one continues; 0: none.
  uint32_t previousBootId() const { return note_.boot_id; }
  RestartCause cause() const { return note_.cause; }
  uint32_t starts() const { return starts_; }

 private:
  struct Note {
    uint32_t boot_id = 0;
    RestartCause cause = RestartCause::None;
    uint8_t reserved[3] = {};
  };

  hal::KeyValueStore& store_;
  Note note_;
  uint32_t starts_ = 0;
  bool has_answered_ = false;
  uint64_t answered_ms_ = 0;
  uint64_t wifi_restarted_ms_ = 0;
};

}  // namespace faiwatch
