#pragma once

#include <stdint.h>

#include "core/config.h"
#include "core/device-names.h"
#include "core/portal-page.h"
#include "hal/portal-server.h"
#include "hal/wifi.h"

namespace faiwatch {

/// What the portal needs of the device and tells it.
class PortalOwner {
 public:
  virtual void describePortal(PortalStatus& status) = 0;
  /// A valid and complete configuration came from the form.
  /// @returns false when it could not be stored
  virtual bool onPortalSubmit(const Config& config) = 0;
  virtual void onPortalChanged(bool is_open) = 0;

 protected:
  ~PortalOwner() = default;
};

/// The set-up network and its pages: when it is open, and what it answers.
///
/// Open while nothing is configured; after a long press of the button; and after five minutes without
/// Wi-Fi. It closes once Wi-Fi is there and nobody has used it for a minute (ten after a press).
class Portal : private hal::PortalListener {
 public:
  enum class State : uint8_t {
    Closed,
    /// The set-up network did not start; tried again.
    Failed,
    Open,
    /// Open by a press of the button.
    OpenOnDemand,
  };

  struct Conditions {
    bool is_configured;
    bool is_wifi_connected;
    uint64_t offline_ms;
  };

  Portal(hal::Wifi& wifi, hal::PortalServer& server, const ConfigRules& rules,
         const NetworkName& name, PortalOwner& owner);
  Portal(const Portal&) = delete;
  Portal& operator=(const Portal&) = delete;

  /// The button was pressed for long.
  void demand(uint64_t now_ms);
  void tick(uint64_t now_ms, const Conditions& conditions);

  bool isOpen() const { return state_ == State::Open || state_ == State::OpenOnDemand; }
  /// Somebody has the form before them, and the radio should stay on this channel.
  bool isUsed(uint64_t now_ms) const;

 private:
  void open(State state, uint64_t now_ms);
  void close();
  bool shouldClose(uint64_t now_ms, const Conditions& conditions) const;
  void submit(const hal::PortalRequest& request, hal::PortalReply& reply);
  FormProblem readForm(const hal::PortalRequest& request, Config& config, Language& language) const;
  void onPortalRequest(const hal::PortalRequest& request, hal::PortalReply& reply) override;
  size_t onDnsQuery(const uint8_t* query, size_t length, uint8_t* answer, size_t capacity) override;

  hal::Wifi& wifi_;
  hal::PortalServer& server_;
  const ConfigRules& rules_;
  const NetworkName& name_;
  PortalOwner& owner_;
  State state_ = State::Closed;
  bool wants_scan_ = false;
  bool has_visitor_ = false;
  uint64_t now_ms_ = 0;
  uint64_t retry_ms_ = 0;
  /// When it was opened or a page was asked for last.
  uint64_t last_use_ms_ = 0;
};

}  // namespace faiwatch
