#pragma once

#include <stdint.h>

#include "core/activation-key.h"
#include "core/device-names.h"
#include "core/server-url.h"
#include "core/text.h"

namespace faiwatch {

/// Settings that a person makes over the serial line or in the set-up portal.
struct Config {
  FixedText<32> wifi_ssid;
  /// Empty: an open network.
  FixedText<64> wifi_pass;
  KeyCode activation_key;
  FixedText<32> customer_phone;
  hal::BoardKind device_type = hal::BoardKind::S2Mini;
  FixedText<128> server_url;
  hal::MainsInputKind mains_input = hal::MainsInputKind::None;
};

/// Stored by their numbers: new ones go to the end.
enum class ConfigField : uint8_t {
  WifiSsid,
  WifiPass,
  ActivationKey,
  CustomerPhone,
  DeviceType,
  ServerUrl,
  MainsInput,
  /// OwnAuthority keeps this one; Config does not.
  ServerCa,
};
/// The fields that Config keeps.
constexpr size_t kConfigFieldCount = 7;

/// Checks values; some rules depend on the board.
class ConfigRules {
 public:
  ConfigRules(const hal::BoardInfo& board, const hal::MainsInput& mains)
      : board_(board), mains_(mains) {}

  /// The configuration of a new board.
  Config defaults() const;
  /// Checks a value and puts it into its normal form.
  /// @returns null, or what is wrong with it, in English; `config` is then unchanged
  const char* set(Config& config, ConfigField field, TextView value) const;
  /// Whether the board has such an input.
  bool canSense(hal::MainsInputKind kind) const { return mains_.supports(kind); }

 private:
  const hal::BoardInfo& board_;
  const hal::MainsInput& mains_;
};

/// `wifi_ssid`, …: the name on the serial line.
const char* fieldName(ConfigField field);
bool parseFieldName(TextView name, ConfigField& out);

/// A field as text, secrets in full.
TextView fieldValue(const Config& config, ConfigField field);
bool isSecret(ConfigField field);

/// The first field that is still needed before the device can work.
bool findMissing(const Config& config, ConfigField& out);
inline bool isComplete(const Config& config) {
  ConfigField missing;
  return !findMissing(config, missing);
}

/// Whether key, phone, type and server are the same. Otherwise a device token of one configuration is not
/// valid for the other.
bool isSameEnrolment(const Config& a, const Config& b);

}  // namespace faiwatch
