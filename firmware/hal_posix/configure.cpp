#include "hal_posix/configure.h"

#include <stdio.h>
#include <string.h>

#include "core/config-store.h"
#include "hal_posix/file-store.h"
#include "hal_posix/files.h"
#include "hal_posix/random.h"
#include "hal_posix/sim-clock.h"
#include "hal_posix/sim-inputs.h"

namespace faiwatch::posix {

namespace {

bool parseDeviceId(const std::string& text, uint8_t (&mac)[6]) {
  if (text.size() != 15 || text.rfind("fw-", 0) != 0 ||
      text.find_first_not_of("0123456789abcdef", 3) != std::string::npos) {
    return false;
  }
  for (size_t i = 0; i < 6; i++) {
    unsigned byte = 0;
    sscanf(text.c_str() + 3 + 2 * i, "%2x", &byte);
    mac[i] = static_cast<uint8_t>(byte);
  }
  return true;
}

}  // namespace

std::string writeConfig(const Options& options, World& world, const uint8_t (&mac)[6]) {
  const struct {
    ConfigField field;
    const std::optional<std::string>& value;
  } given[] = {
      {ConfigField::ServerUrl, options.server},    {ConfigField::ActivationKey, options.key},
      {ConfigField::CustomerPhone, options.phone}, {ConfigField::WifiSsid, options.wifi_ssid},
      {ConfigField::WifiPass, options.wifi_pass},  {ConfigField::MainsInput, options.mains_input},
  };
  bool is_any_given = false;
  for (const auto& each : given) is_any_given = is_any_given || each.value;
  if (!is_any_given) return "";

  hal::BoardInfo board = {options.board, {}, options.firmware_version.c_str(), ""};
  memcpy(board.mac, mac, sizeof board.mac);
  const SimClock clock(world);
  const SimMainsInput mains(world, clock, options.board, options.mains_sense);
  const ConfigRules rules(board, mains);
  MediumFaults faults("store", world, world.store);
  FileStore store(options.store + "/kv", faults);
  ConfigStore configs(store, rules);
  Config config;
  if (!configs.load(config) && !options.wifi_ssid) {
    // The network nearest to hand.
    rules.set(config, ConfigField::WifiSsid, options.networks[0].ssid);
    rules.set(config, ConfigField::WifiPass, options.networks[0].passphrase);
  }
  for (const auto& each : given) {
    if (!each.value) continue;
    const char* const problem =
        rules.set(config, each.field, {each.value->data(), each.value->size()});
    if (problem != nullptr) return std::string(fieldName(each.field)) + ": " + problem;
  }
  return configs.save(config) ? "" : "the configuration cannot be stored";
}

bool findMac(const Options& options, uint8_t (&mac)[6]) {
  const std::string path = options.store + "/device-id";
  if (options.device_id) {
    return parseDeviceId(*options.device_id, mac) && replaceFile(path, *options.device_id);
  }
  const std::optional<std::string> stored = readFile(path);
  if (stored && parseDeviceId(*stored, mac)) return true;
  KernelRandom random;
  // Espressif's prefix, which no simulated board shares a whole address with by chance.
  char fresh[16];
  snprintf(fresh, sizeof fresh, "fw-7cdfa1%06x", random.next() & 0xffffff);
  return parseDeviceId(fresh, mac) && replaceFile(path, fresh);
}

}  // namespace faiwatch::posix
