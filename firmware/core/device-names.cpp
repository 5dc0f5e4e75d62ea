#include "core/device-names.h"

namespace faiwatch {

TextView boardName(hal::BoardKind kind) {
  switch (kind) {
    case hal::BoardKind::S2Mini:
      return "s2-mini";
    case hal::BoardKind::TDisplay:
      return "t-display";
    case hal::BoardKind::S2Test:
      return "s2-test";
    case hal::BoardKind::C3Mini:
      return "c3-mini";
  }
  return "";
}

TextView serialBoardName(hal::BoardKind kind) {
  switch (kind) {
    case hal::BoardKind::S2Mini:
      return "esp32-s2-mini";
    case hal::BoardKind::TDisplay:
      return "esp32-lilygo-t-display";
    case hal::BoardKind::S2Test:
      return "esp32-s2-test";
    case hal::BoardKind::C3Mini:
      return "esp32-c3-mini";
  }
  return "";
}

TextView chipName(hal::BoardKind kind) {
  switch (kind) {
    case hal::BoardKind::S2Mini:
    case hal::BoardKind::S2Test:
      return "ESP32-S2";
    case hal::BoardKind::TDisplay:
      return "ESP32";
    case hal::BoardKind::C3Mini:
      return "ESP32-C3";
  }
  return "";
}

bool parseBoardName(TextView name, hal::BoardKind& out) {
  constexpr hal::BoardKind kKinds[] = {hal::BoardKind::S2Mini, hal::BoardKind::TDisplay,
                                       hal::BoardKind::S2Test, hal::BoardKind::C3Mini};
  for (const hal::BoardKind kind : kKinds) {
    if (name == boardName(kind) || name == serialBoardName(kind)) {
      out = kind;
      return true;
    }
  }
  return false;
}

TextView mainsInputName(hal::MainsInputKind kind) {
  switch (kind) {
    case hal::MainsInputKind::None:
      return "none";
    case hal::MainsInputKind::Optocoupler:
      return "optocoupler";
    case hal::MainsInputKind::Vbus:
      return "vbus";
    case hal::MainsInputKind::Battery:
      return "battery";
  }
  return "";
}

bool parseMainsInputName(TextView name, hal::MainsInputKind& out) {
  constexpr hal::MainsInputKind kKinds[] = {
      hal::MainsInputKind::None, hal::MainsInputKind::Optocoupler, hal::MainsInputKind::Vbus,
      hal::MainsInputKind::Battery};
  for (const hal::MainsInputKind kind : kKinds) {
    if (name == mainsInputName(kind)) {
      out = kind;
      return true;
    }
  }
  return false;
}

TextView resetReasonName(hal::ResetReason reason) {
  switch (reason) {
    case hal::ResetReason::PowerOn:
      return "power_on";
    case hal::ResetReason::Brownout:
      return "brownout";
    case hal::ResetReason::Software:
      return "software";
    case hal::ResetReason::Panic:
      return "panic";
    case hal::ResetReason::Watchdog:
      return "watchdog";
    case hal::ResetReason::External:
      return "external";
    case hal::ResetReason::DeepSleep:
      return "deep_sleep";
    case hal::ResetReason::Unknown:
      return "unknown";
  }
  return "unknown";
}

DeviceId makeDeviceId(const uint8_t (&mac)[6]) {
  char text[DeviceId::kCapacity + 1];
  TextWriter writer(text, sizeof text);
  writer.add("fw-");
  for (const uint8_t byte : mac) writer.addHex(byte, 2);
  DeviceId id;
  id.assign(writer.view());
  return id;
}

NetworkName makeNetworkName(const uint8_t (&mac)[6]) {
  char text[NetworkName::kCapacity + 1];
  TextWriter writer(text, sizeof text);
  writer.add("FaiWatch-");
  for (size_t i = 3; i < 6; i++) {
    writer.add("0123456789ABCDEF"[mac[i] >> 4]).add("0123456789ABCDEF"[mac[i] & 15]);
  }
  NetworkName name;
  name.assign(writer.view());
  return name;
}

HostName makeHostName(const uint8_t (&mac)[6]) {
  char text[HostName::kCapacity + 1];
  TextWriter writer(text, sizeof text);
  writer.add("faiwatch-");
  for (size_t i = 3; i < 6; i++) writer.addHex(mac[i], 2);
  HostName name;
  name.assign(writer.view());
  return name;
}

}  // namespace faiwatch
