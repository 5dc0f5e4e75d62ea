#pragma once

#include "core/config.h"
#include "core/portal-texts.h"
#include "hal/portal-server.h"
#include "hal/wifi.h"

namespace faiwatch {

/// What a form may change.
enum class PortalRights : uint8_t {
  All,
  /// Server, key and phone only with the button held, or the present key typed.
  WithProof,
  WifiOnly,
};

/// What the page says besides the form.
struct PortalStatus {
  const Config* config = nullptr;
  TextView device_id;
  hal::WifiFailure wifi_failure = hal::WifiFailure::None;
  bool is_refused = false;
  ServerCode refusal = ServerCode::Other;
  PortalRights rights = PortalRights::All;
};

/// What was wrong with a form that was sent.
struct FormProblem {
  enum class Kind : uint8_t {
    None,
    Invalid,
    Missing,
    /// As DraftProblem has it.
    NotTypedAgain,
    NotEncrypted,
    /// Neither was the button held nor the present key typed.
    NoProof,
    WifiOnly,
    NotStored,
  };
  Kind kind = Kind::None;
  ConfigField field = ConfigField::WifiSsid;
};

/// The pages of the set-up portal. They need no script and nothing from elsewhere, and never show a
/// password or a key: whoever stands near may open them.
void writeFormPage(hal::PortalReply& reply, Language language, const PortalStatus& status,
                   const FormProblem& problem, const hal::Wifi& wifi, const ConfigRules& rules);
void writeSavedPage(hal::PortalReply& reply, Language language, TextView ssid);
void writeSearchingPage(hal::PortalReply& reply, Language language);
void writeNotFoundPage(hal::PortalReply& reply, Language language);
/// The body of a redirect, without which an iPhone does not take it for one.
void writeRedirectBody(hal::PortalReply& reply);

}  // namespace faiwatch
