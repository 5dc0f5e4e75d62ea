#include "core/config.h"

#include "core/encodings.h"

namespace faiwatch {

namespace {

constexpr ConfigField kFields[kConfigFieldCount] = {
    ConfigField::WifiSsid,      ConfigField::WifiPass,   ConfigField::ActivationKey,
    ConfigField::CustomerPhone, ConfigField::DeviceType, ConfigField::ServerUrl,
    ConfigField::MainsInput,
};

const char* setSsid(Config& config, TextView value) {
  if (value.empty() || value.size() > 32) return "1 to 32 bytes";
  if (!isUtf8(value) || holdsControl(value)) return "UTF-8 without control characters";
  config.wifi_ssid.assign(value);
  return nullptr;
}

const char* setPassphrase(Config& config, TextView value) {
  if (!value.empty() && (value.size() < 8 || value.size() > 64)) return "8 to 63 characters";
  if (holdsControl(value)) return "no control characters";
  if (value.size() == 64) {
    // 64 characters are the key itself in hex (IEEE 802.11, annex J.4).
    for (size_t i = 0; i < 64; i++) {
      if (hexValue(value[i]) < 0) return "8 to 63 characters, or 64 hex digits";
    }
  }
  config.wifi_pass.assign(value);
  return nullptr;
}

/// Value of a digit of either script at `at`; -1: none. Advances past what it read.
int readDigit(TextView text, size_t& at) {
  const char c = text[at];
  if (c >= '0' && c <= '9') {
    at++;
    return c - '0';
  }
  // Thai digits, U+0E50 to U+0E59.
  if (text.substr(at).startsWith("\xe0\xb9") && text.size() - at > 2) {
    const int digit = static_cast<uint8_t>(text[at + 2]) - 0x90;
    if (digit >= 0 && digit <= 9) {
      at += 3;
      return digit;
    }
  }
  return -1;
}

const char* setPhone(Config& config, TextView value) {
  char text[33];
  TextWriter writer(text, sizeof text);
  size_t digits = 0;
  for (size_t i = 0; i < value.size();) {
    const int digit = readDigit(value, i);
    if (digit >= 0) {
      writer.add(static_cast<char>('0' + digit));
      digits++;
      continue;
    }
    const char c = value[i++];
    if (c == '+' && writer.size() == 0) {
      writer.add(c);
    } else if (c != ' ' && c != '-' && c != '.' && c != '(' && c != ')') {
      return "digits, perhaps after a +";
    }
  }
  if (digits < 7 || digits > 17) return "7 to 17 digits";
  config.customer_phone.assign(writer.view());
  return nullptr;
}

/// The two S2 types are one board with different firmware; any other has another chip.
bool isSameHardware(hal::BoardKind a, hal::BoardKind b) {
  const auto isS2 = [](hal::BoardKind kind) {
    return kind == hal::BoardKind::S2Mini || kind == hal::BoardKind::S2Test;
  };
  return a == b || (isS2(a) && isS2(b));
}

}  // namespace

Config ConfigRules::defaults() const {
  Config config;
  config.device_type = board_.kind;
  config.mains_input = mains_.defaultKind();
  ServerUrl url;
  if (parseServerUrl(board_.default_server_url, url)) config.server_url.assign(url.base.view());
  return config;
}

const char* ConfigRules::set(Config& config, ConfigField field, TextView value) const {
  switch (field) {
    case ConfigField::WifiSsid:
      return setSsid(config, value);
    case ConfigField::WifiPass:
      return setPassphrase(config, value);
    case ConfigField::ActivationKey:
      return normaliseActivationKey(value, config.activation_key)
                 ? nullptr
                 : "no activation key; look at each character again";
    case ConfigField::CustomerPhone:
      return setPhone(config, value.trimmed());
    case ConfigField::DeviceType: {
      hal::BoardKind kind;
      if (!parseBoardName(value.trimmed(), kind)) {
        return "esp32-s2-mini, esp32-c3-mini, esp32-lilygo-t-display or esp32-s2-test";
      }
      if (!isSameHardware(kind, board_.kind)) return "this is another board";
      config.device_type = kind;
      return nullptr;
    }
    case ConfigField::ServerUrl: {
      ServerUrl url;
      if (!parseServerUrl(value.trimmed(), url)) return "http:// or https://, and a name";
      config.server_url.assign(url.base.view());
      return nullptr;
    }
    case ConfigField::MainsInput: {
      hal::MainsInputKind kind;
      if (!parseMainsInputName(value.trimmed(), kind)) {
        return "none, optocoupler, vbus or battery";
      }
      if (!mains_.supports(kind)) return "this board has no such input";
      config.mains_input = kind;
      return nullptr;
    }
    case ConfigField::ServerCa:
      break;
  }
  return "no such field";
}

const char* fieldName(ConfigField field) {
  switch (field) {
    case ConfigField::WifiSsid:
      return "wifi_ssid";
    case ConfigField::WifiPass:
      return "wifi_pass";
    case ConfigField::ActivationKey:
      return "activation_key";
    case ConfigField::CustomerPhone:
      return "customer_phone";
    case ConfigField::DeviceType:
      return "device_type";
    case ConfigField::ServerUrl:
      return "server_url";
    case ConfigField::MainsInput:
      return "mains_input";
    case ConfigField::ServerCa:
      return "server_ca";
  }
  return "";
}

bool parseFieldName(TextView name, ConfigField& out) {
  for (const ConfigField field : kFields) {
    if (name == fieldName(field)) {
      out = field;
      return true;
    }
  }
  return false;
}

TextView fieldValue(const Config& config, ConfigField field) {
  switch (field) {
    case ConfigField::WifiSsid:
      return config.wifi_ssid.view();
    case ConfigField::WifiPass:
      return config.wifi_pass.view();
    case ConfigField::ActivationKey:
      return config.activation_key.view();
    case ConfigField::CustomerPhone:
      return config.customer_phone.view();
    case ConfigField::DeviceType:
      return serialBoardName(config.device_type);
    case ConfigField::ServerUrl:
      return config.server_url.view();
    case ConfigField::MainsInput:
      return mainsInputName(config.mains_input);
    case ConfigField::ServerCa:
      break;
  }
  return {};
}

bool isSecret(ConfigField field) {
  return field == ConfigField::WifiPass || field == ConfigField::ActivationKey;
}

bool findMissing(const Config& config, ConfigField& out) {
  for (const ConfigField field : kFields) {
    if (field != ConfigField::WifiPass && fieldValue(config, field).empty()) {
      out = field;
      return true;
    }
  }
  return false;
}

bool isSameEnrolment(const Config& a, const Config& b) {
  return a.activation_key.view() == b.activation_key.view() &&
         a.customer_phone.view() == b.customer_phone.view() &&
         a.server_url.view() == b.server_url.view() && a.device_type == b.device_type;
}

}  // namespace faiwatch
