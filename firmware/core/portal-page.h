#pragma once

#include "core/config.h"
#include "core/own-authority.h"
#include "core/portal-texts.h"
#include "hal/portal-server.h"
#include "hal/wifi.h"

namespace faiwatch {

/// What a form may change.
enum class PortalRights : uint8_t {
  All,
  /// Server, key and phone may change only with the button held or the present key typed.
  WithProof,
  WifiOnly,
};

/// What the page tells besides the form.
struct PortalStatus {
  const Config* config = nullptr;
  const OwnAuthority* authority = nullptr;
  TextView device_id;
  /// Of the present activation key.
  KeyDigest key_digest;
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
    /// Problems of the draft, as in DraftProblem.
    NotTypedAgain,
    NotEncrypted,
    /// The button was not held and the present key was not typed.
    NoProof,
    WifiOnly,
    NotStored,
  };
  Kind kind = Kind::None;
  ConfigField field = ConfigField::WifiSsid;
};

enum class PageKind : uint8_t { None, Form, Saved, Searching, NotFound, Redirect };

/// A page of the set-up portal, and how much of it has been written. Each piece looks its contents up when it is
/// written, so that the page needs no memory of its own.
struct PortalPage {
  PageKind kind = PageKind::None;
  Language language = Language::Thai;
  /// Of a form that was sent.
  FormProblem problem;
  /// The network that the visitor has chosen already.
  hal::MainsInputKind mains_input = hal::MainsInputKind::None;
  uint8_t piece = 0;
  /// Networks in reach that were looked at, and those that were listed.
  uint8_t network = 0;
  uint8_t listed = 0;
};

int statusOf(const PortalPage& page);

/// Writes the next piece, at most hal::kPortalPieceBytes. The pages need no script and nothing from elsewhere. They
/// never show a password or a key, since anybody near the board may open them.
/// @returns false when the page is whole
bool writePiece(hal::PortalReply& reply, PortalPage& page, const PortalStatus& status,
                const hal::Wifi& wifi, const ConfigRules& rules);

}  // namespace faiwatch
