#include "hal_posix/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iterator>
#include <sstream>

#include "core/device-names.h"
#include "core/version.h"
#include "hal_posix/files.h"
#include "hal_posix/help.h"

namespace faiwatch::posix {

namespace {

constexpr uint16_t kUsualBattery = 4000;

[[noreturn]] void failUsage(const char* format, ...) {
  va_list values;
  va_start(values, format);
  fputs("simdevice: ", stderr);
  vfprintf(stderr, format, values);
  fputs(" (--help explains all)\n", stderr);
  va_end(values);
  exit(2);
}

TextView viewOf(const std::string& text) { return {text.data(), text.size()}; }

/// Walks over `--name value`, `--name=value` and `--name`.
class Words {
 public:
  explicit Words(std::vector<std::string> words) : words_(std::move(words)) {}

  bool next(std::string& name) {
    if (at_ == words_.size()) return false;
    name = words_[at_++];
    const size_t equals = name.find('=');
    attached_.reset();
    if (equals != std::string::npos) {
      attached_ = name.substr(equals + 1);
      name.erase(equals);
    }
    name_ = name;
    return true;
  }
  std::string value() {
    if (attached_) return *attached_;
    if (at_ == words_.size()) failUsage("%s needs a value", name_.c_str());
    return words_[at_++];
  }
  /// The value only if it stands behind an equals sign.
  std::optional<std::string> attached() const { return attached_; }
  double number(double least, double most) {
    const std::string text = value();
    char* rest = nullptr;
    const double number = strtod(text.c_str(), &rest);
    if (text.empty() || *rest != '\0' || !(number >= least && number <= most)) {
      failUsage("%s must be a number from %g to %g", name_.c_str(), least, most);
    }
    return number;
  }
  template <typename T>
  T whole(T least, T most) {
    return static_cast<T>(number(static_cast<double>(least), static_cast<double>(most)));
  }
  bool isOn() {
    const std::optional<bool> is_on = parseSwitch(value());
    if (!is_on) failUsage("%s is on or off", name_.c_str());
    return *is_on;
  }

 private:
  std::vector<std::string> words_;
  size_t at_ = 0;
  std::string name_;
  std::optional<std::string> attached_;
};

void addNetwork(Options& options, const std::string& text) {
  const std::optional<SimNetwork> network = parseNetwork(text);
  if (!network) failUsage("%s is no SSID:PASSPHRASE[:RSSI]", text.c_str());
  if (options.networks.size() == kMostNetworks) failUsage("too many networks");
  options.networks.push_back(*network);
}

void readNetworks(Options& options, const std::string& path) {
  const std::optional<std::string> text = readFile(path);
  if (!text) failUsage("%s: %s", path.c_str(), strerror(errno));
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] != '#') addNetwork(options, line);
  }
}

void setTransport(Options& options, const std::string& transport) {
  if (transport != "auto" && transport != "mqtt" && transport != "http") {
    failUsage("--transport is mqtt, http or auto");
  }
  options.passes_mqtt = transport != "http";
  options.passes_http_reports = transport != "mqtt";
}

void setMainsSense(Options& options, const std::optional<std::string>& kind) {
  options.mains_sense = options.board == hal::BoardKind::TDisplay
                            ? hal::MainsInputKind::Battery
                            : hal::MainsInputKind::Optocoupler;
  if (kind && !parseMainsInputName(viewOf(*kind), options.mains_sense)) {
    failUsage("--mains-sense is optocoupler, vbus or battery");
  }
}

/// Options while they are read.
struct Draft {
  Options options;
  /// --mains-sense, with its kind or without.
  std::optional<std::optional<std::string>> mains_sense;
};

/// @returns false for an option that is not known
bool takeDeviceOption(Draft& draft, const std::string& name, Words& words) {
  Options& options = draft.options;
  if (name == "--board") {
    const std::string board = words.value();
    if (!parseBoardName(viewOf(board), options.board)) {
      failUsage("there is no board %s", board.c_str());
    }
  } else if (name == "--device-id") {
    options.device_id = words.value();
  } else if (name == "--firmware-version") {
    options.firmware_version = words.value();
    if (!isVersion(viewOf(options.firmware_version))) failUsage("--firmware-version is like 1.2.3");
  } else if (name == "--mains-sense") {
    draft.mains_sense = words.attached();
  } else if (name == "--mains") {
    options.has_mains = words.isOn();
  } else if (name == "--battery") {
    options.battery_mv = words.whole<uint16_t>(0, 5000);
  } else if (name == "--mains-voltage") {
    options.mains_mv = words.whole<uint32_t>(0, 500'000);
  } else if (name == "--flash-sectors") {
    options.flash_sectors = words.whole<uint32_t>(2, 32);
  } else if (name == "--flash-sector-size") {
    options.flash_sector_size = words.whole<uint32_t>(128, 65536) & ~3U;
  } else if (name == "--release-key") {
    options.release_key = words.value();
  } else if (name == "--ota-crash") {
    options.crashes_on_trial = true;
  } else if (name == "--watchdog-ms") {
    options.watchdog_ms = words.whole<uint32_t>(0, 3'600'000);
  } else {
    return false;
  }
  return true;
}

bool takeConfigOption(Options& options, const std::string& name, Words& words) {
  if (name == "--server") {
    options.server = words.value();
  } else if (name == "--key") {
    options.key = words.value();
  } else if (name == "--phone") {
    options.phone = words.value();
  } else if (name == "--wifi-ssid") {
    options.wifi_ssid = words.value();
  } else if (name == "--wifi-pass") {
    options.wifi_pass = words.value();
  } else if (name == "--mains-input") {
    options.mains_input = words.value();
  } else {
    return false;
  }
  return true;
}

bool takeSurroundings(Options& options, const std::string& name, Words& words) {
  if (name == "--wifi") {
    addNetwork(options, words.value());
  } else if (name == "--wifi-file") {
    readNetworks(options, words.value());
  } else if (name == "--transport") {
    setTransport(options, words.value());
  } else if (name == "--time-scale") {
    options.time_scale = words.number(0.01, 100'000);
  } else {
    return false;
  }
  return true;
}

/// Options that each board may have of its own.
bool takeBoardOption(Draft& draft, const std::string& name, Words& words) {
  return takeDeviceOption(draft, name, words) || takeConfigOption(draft.options, name, words) ||
         takeSurroundings(draft.options, name, words);
}

bool takePortOption(Options& options, const std::string& name, Words& words) {
  if (name == "--pty-link") {
    options.pty_link = words.value();
  } else if (name == "--serial-vanishes") {
    options.does_serial_vanish = words.isOn();
  } else if (name == "--portal-port") {
    options.portal_port = words.whole<uint16_t>(0, 65535);
  } else if (name == "--portal-dns-port") {
    options.portal_dns_port = words.whole<uint16_t>(0, 65535);
  } else {
    return false;
  }
  return true;
}

bool takeProgramOption(CommandLine& line, std::string& boards, const std::string& name,
                       Words& words) {
  if (name == "--store") {
    line.store = words.value();
  } else if (name == "--boards") {
    boards = words.value();
  } else if (name == "--ca") {
    line.roots = words.value();
  } else if (name == "--control") {
    line.control = words.value();
  } else if (name == "--quit-with-stdin") {
    line.quits_with_stdin = true;
  } else if (name == "--help") {
    fputs(kHelp, stdout);
    exit(0);
  } else {
    return false;
  }
  return true;
}

Options finish(Draft draft) {
  Options& options = draft.options;
  if (options.networks.empty()) addNetwork(options, "desk:desk-password");
  // At the end, since what a board senses with depends on the board.
  if (draft.mains_sense) {
    setMainsSense(options, *draft.mains_sense);
    if (options.battery_mv == 0) options.battery_mv = kUsualBattery;
  }
  return options;
}

/// Reads one line per board, with its options besides those that the command line gives to all.
std::vector<Options> readFleet(const std::string& path, const Draft& all,
                               const std::string& store) {
  const std::optional<std::string> text = readFile(path);
  if (!text) failUsage("%s cannot be read", path.c_str());
  std::istringstream lines(*text);
  std::vector<Options> boards;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream parts(line);
    Words words({std::istream_iterator<std::string>(parts), {}});
    Draft draft = all;
    draft.options.store = store + "/" + std::to_string(boards.size() + 1);
    for (std::string name; words.next(name);) {
      if (!takeBoardOption(draft, name, words)) {
        failUsage("line %zu of %s: a board has no option %s of its own", boards.size() + 1,
                  path.c_str(), name.c_str());
      }
    }
    boards.push_back(finish(std::move(draft)));
  }
  if (boards.empty()) failUsage("%s is empty", path.c_str());
  return boards;
}

}  // namespace

CommandLine parseCommandLine(int count, char** words) {
  CommandLine line;
  Draft draft;
  std::string boards;
  Words rest({words + 1, words + count});
  for (std::string name; rest.next(name);) {
    if (!takeBoardOption(draft, name, rest) && !takePortOption(draft.options, name, rest) &&
        !takeProgramOption(line, boards, name, rest)) {
      failUsage("there is no option %s", name.c_str());
    }
  }
  if (line.store.empty()) failUsage("--store DIR is needed");
  line.is_fleet = !boards.empty();
  if (line.is_fleet) {
    line.boards = readFleet(boards, draft, line.store);
  } else {
    draft.options.store = line.store;
    line.boards.push_back(finish(std::move(draft)));
  }
  return line;
}

std::optional<bool> parseSwitch(const std::string& word) {
  if (word == "on") return true;
  if (word == "off") return false;
  return std::nullopt;
}

std::optional<SimNetwork> parseNetwork(const std::string& text) {
  std::vector<std::string> parts(1);
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      parts.back() += text[++i];
    } else if (text[i] == ':') {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  SimNetwork network = {{}, {}, -55};
  if (parts.size() < 2 || parts.size() > 3 || parts[0].empty() ||
      parts[0].size() >= sizeof network.ssid || parts[1].size() >= sizeof network.passphrase) {
    return std::nullopt;
  }
  strcpy(network.ssid, parts[0].c_str());
  strcpy(network.passphrase, parts[1].c_str());
  if (parts.size() == 3) network.rssi = static_cast<int8_t>(atoi(parts[2].c_str()));
  return network;
}

}  // namespace faiwatch::posix
