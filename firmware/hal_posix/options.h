#pragma once

#include <stdint.h>

#include <optional>
#include <string>
#include <vector>

#include "hal/board.h"
#include "hal/mains-input.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// Options of one board; --help explains them.
struct Options {
  /// Where the board keeps what it keeps.
  std::string store;

  hal::BoardKind board = hal::BoardKind::S2Mini;
  std::optional<std::string> device_id;
  std::string firmware_version = "1.0.0";
  hal::MainsInputKind mains_sense = hal::MainsInputKind::None;
  uint16_t battery_mv = 0;
  uint32_t mains_mv = 0;
  bool has_mains = true;

  /// Configuration written before the first boot; not given: what is stored stays.
  std::optional<std::string> server;
  std::optional<std::string> key;
  std::optional<std::string> phone;
  std::optional<std::string> wifi_ssid;
  std::optional<std::string> wifi_pass;
  std::optional<std::string> mains_input;

  std::vector<SimNetwork> networks;
  bool passes_mqtt = true;
  bool passes_http_reports = true;

  std::string pty_link;
  std::optional<bool> does_serial_vanish;
  uint16_t portal_port = 0;
  uint16_t portal_dns_port = 0;
  uint32_t watchdog_ms = 10'000;
  double time_scale = 1;
  std::string release_key;
  bool crashes_on_trial = false;
  uint32_t flash_sectors = 8;
  uint32_t flash_sector_size = 4096;
};

/// Options of the whole program.
struct CommandLine {
  std::string store;
  std::string roots;
  std::string control;
  bool quits_with_stdin = false;
  /// At least one.
  std::vector<Options> boards;
  bool is_fleet = false;
};

/// Reads it. Ends the program with 2 at an error, and with 0 after --help.
CommandLine parseCommandLine(int count, char** words);

/// `on` and `off`. Nothing for anything else.
std::optional<bool> parseSwitch(const std::string& word);

/// A network from `SSID:PASSPHRASE[:RSSI]`; a backslash before a colon makes it part of the name.
std::optional<SimNetwork> parseNetwork(const std::string& text);

}  // namespace faiwatch::posix
