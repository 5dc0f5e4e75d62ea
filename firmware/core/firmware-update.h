#pragma once

#include <stdint.h>

#include "core/api-call.h"
#include "core/backoff.h"
#include "core/firmware-trial.h"
#include "core/manifest.h"
#include "core/server-url.h"
#include "core/sha256.h"
#include "hal/hal.h"

namespace faiwatch {

/// How a check or a download ended.
enum class UpdateOutcome : uint8_t {
  /// There is nothing newer.
  Current,
  /// No answer, or one that makes no sense.
  NoAnswer,
  /// This version was tried before and rolled back.
  FailedBefore,
  TooLarge,
  BadSignature,
  /// The download broke off, or gave way to something more urgent.
  Interrupted,
  /// Its SHA-256 is not what was signed.
  BadDigest,
  /// The flash or the boot loader refused it.
  NotInstalled,
  Installed,
};
const char* outcomeText(UpdateOutcome outcome);

class UpdateListener {
 public:
  /// @param version offered; empty where there was none
  virtual void onUpdateEnded(UpdateOutcome outcome, TextView version) = 0;

 protected:
  ~UpdateListener() = default;
};

/// Looks for newer firmware and brings it into the other slot: asks a few minutes after the start, then
/// every six hours or so, and at the server's command.
///
///   Idle        --due, HTTP free-->           Checking
///   Checking    --newer, signed, it fits-->   Downloading   --else--> Idle
///   Downloading --whole, digest right-->      Installed     --else--> Idle
class FirmwareUpdate : private hal::HttpListener {
 public:
  enum class State : uint8_t { Idle, Checking, Downloading, Installed };

  FirmwareUpdate(const hal::Hal& hal, FirmwareTrial& trial, ApiRoom& room,
                 UpdateListener& listener);
  FirmwareUpdate(const FirmwareUpdate&) = delete;
  FirmwareUpdate& operator=(const FirmwareUpdate&) = delete;

  void start(uint64_t now_ms);
  /// @param is_allowed there is mains, and nobody else needs the HTTP client
  void tick(uint64_t now_ms, bool is_allowed, const ServerUrl& server, const char* token);
  /// The server asks for a check at once; a version that failed may be tried again.
  void checkNow(uint64_t now_ms);
  /// Gives way to something more urgent.
  void interrupt(uint64_t now_ms);

  State state() const { return state_; }
  bool isBusy() const { return state_ == State::Checking || state_ == State::Downloading; }

 private:
  void check(uint64_t now_ms, const ServerUrl& server, const char* token);
  void takeManifest(uint64_t now_ms, const ApiCall::Result& result, const ServerUrl& server,
                    const char* token);
  /// @returns false when the offered version is not wanted; `outcome` says why
  bool judge(const ApiCall::Result& result, UpdateOutcome& outcome);
  void download(uint64_t now_ms, const ServerUrl& server, const char* token);
  void install(uint64_t now_ms);
  void end(UpdateOutcome outcome, uint64_t now_ms);

  void onHttpHead(const hal::HttpHead& head) override;
  bool onHttpBody(const uint8_t* data, size_t length) override;
  void onHttpEnd(hal::HttpEnd end) override;

  hal::HttpClient& http_;
  hal::OtaSlot& slot_;
  hal::Crypto& crypto_;
  hal::Random& random_;
  const hal::BoardInfo& board_;
  FirmwareTrial& trial_;
  UpdateListener& listener_;
  ApiCall api_;
  Backoff backoff_;
  State state_ = State::Idle;
  uint64_t next_check_ms_ = 0;
  uint64_t deadline_ms_ = 0;
  Manifest manifest_;
  Sha256 sha_;
  uint32_t received_ = 0;
  bool is_right_answer_ = false;
  bool has_slot_failed_ = false;
  bool has_ended_ = false;
  bool is_complete_ = false;
  ApiRoom& room_;
};

}  // namespace faiwatch
