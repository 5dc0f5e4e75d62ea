#pragma once

#include <stdint.h>

#include "core/config-draft.h"
#include "core/portal-page.h"
#include "core/setup-network.h"
#include "hal/portal-server.h"
#include "hal/wifi.h"

namespace faiwatch {

/// What the portal needs of the device and tells it.
class PortalOwner {
 public:
  virtual void describePortal(PortalStatus& status) = 0;
  /// The form gave a valid and complete configuration, and perhaps a draft of an authority.
  /// @returns why it could not be stored
  virtual FormProblem onPortalSubmit(const Config& config) = 0;
  virtual void onPortalChanged(bool is_open) = 0;

 protected:
  ~PortalOwner() = default;
};

/// The set-up network and its pages: when the network is open, what it answers, and what may be changed there.
///
///   Closed          --nothing configured-->             OpenForSetup
///   Closed          --five minutes without Wi-Fi-->     OpenByItself    (not while power is down)
///   any but Failed  --long press of the button-->       OpenOnDemand
///   OpenForSetup    --configured, then as by itself, power or not--> Closed
///   OpenByItself    --Wi-Fi is there and nobody used it for a minute, power is lost, or a quarter of an
///                     hour is over-->                   Closed, for three quarters of an hour
///   OpenOnDemand    --nobody used it for ten minutes--> Closed
///   opening fails -->                                   Failed          --10 s--> Closed
class Portal : private hal::PortalListener {
 public:
  enum class State : uint8_t { Closed, Failed, OpenForSetup, OpenByItself, OpenOnDemand };

  struct Conditions {
    bool is_configured;
    bool is_wifi_connected;
    uint64_t offline_ms;
    /// Power is known to be down. The router is off as well, and the battery is needed for other things.
    bool is_power_down;
    bool is_button_held;
  };

  Portal(hal::Wifi& wifi, hal::PortalServer& server, const ConfigRules& rules,
         const SetupNetwork& network, OwnAuthority& authority, PortalOwner& owner);
  Portal(const Portal&) = delete;
  Portal& operator=(const Portal&) = delete;

  /// The button was pressed for long.
  void demand(uint64_t now_ms);
  void tick(uint64_t now_ms, const Conditions& conditions);

  State state() const { return state_; }
  bool isOpen() const { return state_ != State::Closed && state_ != State::Failed; }
  /// Somebody is filling in the form, and the radio should stay on this channel.
  bool isUsed(uint64_t now_ms) const;

 private:
  void open(State state, uint64_t now_ms);
  void close(uint64_t now_ms);
  bool shouldClose(uint64_t now_ms, const Conditions& conditions) const;
  PortalRights rights() const;
  void show(PageKind kind, Language language, hal::PortalReply& reply);
  void submit(const hal::PortalRequest& request, hal::PortalReply& reply);
  FormProblem readForm(const hal::PortalRequest& request, ConfigDraft& draft,
                       const KeyDigest& present_key, Language& language);
  bool hasProof(const KeyDigest& present, TextView typed_key, TextView new_key);
  void onPortalRequest(const hal::PortalRequest& request, hal::PortalReply& reply) override;
  bool onPortalRoom(hal::PortalReply& reply) override;
  size_t onDnsQuery(const uint8_t* query, size_t length, uint8_t* answer, size_t capacity) override;

  hal::Wifi& wifi_;
  hal::PortalServer& server_;
  const ConfigRules& rules_;
  const SetupNetwork& network_;
  OwnAuthority& authority_;
  PortalOwner& owner_;
  State state_ = State::Closed;
  bool wants_scan_ = false;
  bool has_visitor_ = false;
  bool is_button_held_ = false;
  uint64_t now_ms_ = 0;
  /// In Closed: when the portal may open by itself again. In Failed: when opening is tried again.
  uint64_t next_open_ms_ = 0;
  /// When the portal was opened. In OpenForSetup: the last moment at which nothing was configured.
  uint64_t since_ms_ = 0;
  /// When the portal was opened or last asked for a page.
  uint64_t last_use_ms_ = 0;
  /// How many more wrong keys are allowed before only the button counts as proof.
  uint8_t key_tries_ = 0;
  /// The page that is being sent.
  PortalPage page_;
};

}  // namespace faiwatch
