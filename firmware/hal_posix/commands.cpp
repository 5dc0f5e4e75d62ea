#include "hal_posix/commands.h"

#include <stdlib.h>
#include <string.h>

#include <sstream>
#include <vector>

#include "hal_posix/log.h"

namespace faiwatch::posix {

namespace {

/// The words of a line, and what is wrong with them.
class Words {
 public:
  explicit Words(const std::string& line) {
    std::istringstream stream(line);
    for (std::string word; stream >> word;) words_.push_back(word);
  }

  const std::string& name() const { return words_[0]; }
  bool isEmpty() const { return words_.empty(); }
  size_t count() const { return words_.size() - 1; }
  const std::string& operator[](size_t index) const { return words_[index + 1]; }

  /// `on` or `off` as the only word.
  bool readSwitch(bool& out) const {
    const std::optional<bool> is_on = count() == 1 ? parseSwitch(words_[1]) : std::nullopt;
    if (is_on) out = *is_on;
    return is_on.has_value();
  }
  bool readNumber(size_t index, double least, double most, double& out) const {
    if (index >= count()) return false;
    char* rest = nullptr;
    out = strtod((*this)[index].c_str(), &rest);
    return *rest == '\0' && out >= least && out <= most;
  }

 private:
  std::vector<std::string> words_;
};

constexpr const char* kSwitch = "on or off";
constexpr const char* kDone = "";

std::string setSwitch(const Words& words, bool& what) {
  bool is_on = false;
  if (!words.readSwitch(is_on)) return kSwitch;
  what = is_on;
  return kDone;
}

std::string setMains(const Words& words, Desk& desk) {
  bool is_on = false;
  if (!words.readSwitch(is_on)) return kSwitch;
  desk.setMains(is_on);
  return kDone;
}

std::string flicker(const Words& words, World& world) {
  double times = 0;
  double hold_ms = 0;
  if (!words.readNumber(0, 0, 1e6, times) || !words.readNumber(1, 1, 1e9, hold_ms)) {
    return "TIMES MS";
  }
  world.flicker_ms = static_cast<uint32_t>(hold_ms);
  world.since_flicker_ms = 0;
  world.flickers_left = static_cast<uint32_t>(times);
  return kDone;
}

std::string setBattery(const Words& words, Desk& desk) {
  double millivolts = 0;
  if (!words.readNumber(0, 0, 5000, millivolts)) return "millivolts from 0 to 5000";
  desk.setBattery(static_cast<uint16_t>(millivolts));
  return kDone;
}

std::string setMainsVoltage(const Words& words, World& world) {
  double millivolts = 0;
  if (!words.readNumber(0, 0, 500'000, millivolts)) return "millivolts from 0 to 500000";
  world.mains_mv = static_cast<uint32_t>(millivolts);
  return kDone;
}

std::string setAir(const Words& words, World& world) {
  const std::string state = words.count() == 1 ? words[0] : "";
  if (state == "on") {
    world.air = Air::Networks;
  } else if (state == "off") {
    world.air = Air::Silence;
  } else if (state == "no-address") {
    world.air = Air::NoAddress;
  } else {
    return "on, off or no-address";
  }
  return kDone;
}

/// The passphrase of a network, by its place in the list of --wifi.
std::string setPassphrase(const Words& words, World& world) {
  if (words.count() != 2 || words[1].size() >= sizeof SimNetwork::passphrase) {
    return "SSID PASSPHRASE";
  }
  for (size_t i = 0; i < world.network_count; i++) {
    SimNetwork& network = world.networks[i];
    if (words[0] != network.ssid) continue;
    strcpy(network.passphrase, words[1].c_str());
    return kDone;
  }
  return "there is no such network";
}

std::string setFault(const Words& words, Fault& fault, bool cuts_power) {
  double countdown = 0;
  double torn_at = 0;
  if (!words.readNumber(0, 0, 1e9, countdown)) return "N [K]: the Nth change, torn at byte K";
  if (words.count() > 1 && !words.readNumber(1, 0, 1e9, torn_at)) return "K is a number of bytes";
  fault.cuts_power = cuts_power;
  fault.torn_at = static_cast<uint32_t>(torn_at);
  fault.countdown = static_cast<uint32_t>(countdown);
  return kDone;
}

std::string unplug(const Words& words, Desk& desk) {
  double for_ms = 0;
  if (words.count() > 0 && !words.readNumber(0, 1, 1e9, for_ms)) return "milliseconds";
  desk.unplug(static_cast<uint32_t>(for_ms));
  return kDone;
}

std::string setTimeScale(const Words& words, World& world) {
  double scale = 1;
  if (!words.readNumber(0, 0.01, 100'000, scale)) return "a number from 0.01 to 100000";
  world.time_scale = scale;
  return kDone;
}

std::string setDrift(const Words& words, World& world) {
  double ppm = 0;
  if (!words.readNumber(0, -500'000, 500'000, ppm)) return "parts per million";
  world.drift_ppm = static_cast<int32_t>(ppm);
  return kDone;
}

std::string setPortalClients(const Words& words, World& world) {
  double clients = 0;
  if (!words.readNumber(0, 0, 10, clients)) return "a number from 0 to 10";
  world.portal_clients = static_cast<uint8_t>(clients);
  return kDone;
}

void logStatus(const World& world) {
  LogLine(world.log, "status")
      .flag("mains", world.has_mains)
      .number("battery", world.battery_mv)
      .decimal("time_scale", world.time_scale)
      .number("flash_changes", world.flash.changes)
      .number("store_changes", world.store.changes);
}

/// Commands about the board's power and how it runs. @returns false for another one
bool runBoardCommand(const Words& words, Desk& desk, std::string& problem) {
  const std::string& name = words.name();
  problem = kDone;
  if (name == "mains") {
    problem = setMains(words, desk);
  } else if (name == "battery") {
    problem = setBattery(words, desk);
  } else if (name == "power-cut") {
    problem = unplug(words, desk);
  } else if (name == "power-on") {
    desk.plugIn();
  } else if (name == "freeze") {
    desk.freeze();
  } else if (name == "thaw") {
    desk.thaw();
  } else if (name == "crash") {
    desk.reset(BootEnd::Panic);
  } else if (name == "reset") {
    desk.reset(BootEnd::External);
  } else {
    return false;
  }
  return true;
}

std::string runWorldCommand(const Words& words, World& world) {
  const std::string& name = words.name();
  if (name == "flicker") return flicker(words, world);
  if (name == "mains-voltage") return setMainsVoltage(words, world);
  if (name == "wifi") return setAir(words, world);
  if (name == "wifi-pass") return setPassphrase(words, world);
  if (name == "internet") return setSwitch(words, world.has_internet);
  if (name == "mqtt") return setSwitch(words, world.passes_mqtt);
  if (name == "http") return setSwitch(words, world.passes_http_reports);
  if (name == "button") return setSwitch(words, world.is_button_pressed);
  if (name == "portal-clients") return setPortalClients(words, world);
  if (name == "time-scale") return setTimeScale(words, world);
  if (name == "clock-drift") return setDrift(words, world);
  if (name == "flash-fail") return setFault(words, world.flash, false);
  if (name == "flash-cut") return setFault(words, world.flash, true);
  if (name == "store-fail") return setFault(words, world.store, false);
  if (name == "store-cut") return setFault(words, world.store, true);
  if (name == "status") {
    logStatus(world);
    return kDone;
  }
  return "there is no such command";
}

}  // namespace

std::string runCommand(const std::string& line, Desk& desk) {
  const Words words(line);
  std::string problem;
  if (!words.isEmpty() && !runBoardCommand(words, desk, problem)) {
    problem = runWorldCommand(words, desk.world());
  }
  return problem;
}

}  // namespace faiwatch::posix
