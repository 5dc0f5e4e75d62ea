#pragma once

#include "core/config.h"
#include "core/own-authority.h"

namespace faiwatch {

/// What keeps a draft from being saved.
struct DraftProblem {
  enum class Kind : uint8_t {
    None,
    /// A field is empty.
    Missing,
    /// The server or its certificate authority changed: key and phone go there only if typed again.
    NotTypedAgain,
    /// Key and token would cross other people's networks unencrypted.
    NotEncrypted,
  };
  Kind kind = Kind::None;
  ConfigField field = ConfigField::WifiSsid;
};

/// A configuration while it is being changed, by the serial line or the set-up portal.
///
/// A change of the server or of its own authority asks for more than valid fields. What is stored already may
/// stay, even if only an older firmware accepted it.
class ConfigDraft {
 public:
  /// @param saved what holds now, or the defaults
  /// @param authority where its draft is kept; both must outlive this one
  ConfigDraft(const Config& saved, OwnAuthority& authority)
      : saved_(saved), authority_(authority), config_(saved) {}

  /// Forgets what was typed.
  void reset();
  /// As ConfigRules::set.
  const char* set(const ConfigRules& rules, ConfigField field, TextView value);
  /// A person has allowed this draft's server to be used without encryption.
  void allowPlain(bool allows) { allows_plain_ = allows; }

  const Config& config() const { return config_; }
  OwnAuthority& authority() { return authority_; }
  bool isChanged() const { return typed_ != 0 || authority_.hasDraft(); }
  /// Whether server, key, phone or certificate authority differ from what is saved.
  bool changesOwner() const;
  DraftProblem findProblem() const;

 private:
  bool isTyped(ConfigField field) const { return (typed_ >> static_cast<unsigned>(field) & 1) != 0; }
  bool changesServer() const { return saved_.server_url.view() != config_.server_url.view(); }

  const Config& saved_;
  OwnAuthority& authority_;
  Config config_;
  /// A bit for each field.
  uint32_t typed_ = 0;
  bool allows_plain_ = false;
};

}  // namespace faiwatch
