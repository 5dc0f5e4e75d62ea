#pragma once

#include "core/config-draft.h"
#include "core/config-store.h"
#include "core/config.h"
#include "core/improv.h"
#include "core/line-reader.h"
#include "core/serial-out.h"
#include "core/wifi-search.h"
#include "hal/board.h"
#include "hal/wifi.h"

namespace faiwatch {

/// What the serial commands start elsewhere.
class ConsoleListener {
 public:
  /// The configuration was stored.
  virtual void onConfigSaved(const Config& config) = 0;
  virtual void onConfigCleared() = 0;
  virtual void onRestartCommand() = 0;
  virtual void onLedTest() = 0;
  /// Tells the state of the device, with SerialOut::detail.
  virtual void describeStatus(SerialOut& out) = 0;

 protected:
  ~ConsoleListener() = default;
};

/// The serial commands (docs/device-protocol.md, "Serial commands"). Values are collected in a draft;
/// `save_config` stores them all at once. Packets of Improv come on the same line.
class Console {
 public:
  Console(hal::Serial& serial, SerialOut& out, const ConfigRules& rules, ConfigStore& store,
          const hal::BoardInfo& board, hal::Wifi& wifi, const Config& saved,
          OwnAuthority& authority, Improv& improv, ConsoleListener& listener)
      : serial_(serial),
        out_(out),
        rules_(rules),
        store_(store),
        board_(board),
        search_(wifi),
        draft_(saved, authority),
        improv_(improv),
        listener_(listener) {}

  /// Begins the draft anew from the present configuration.
  void resetDraft() { draft_.reset(); }
  /// Reads commands and answers them. Commands behind a search for networks wait until it has answered.
  void poll(uint64_t now_ms);

 private:
  enum class Command : uint8_t {
    Help,
    ShowConfig,
    SaveConfig,
    ClearConfig,
    Restart,
    ScanWifi,
    TestResponse,
    LedTest,
  };

  /// One line, without its end.
  void handleLine(TextView line);
  static bool parseCommand(TextView name, Command& out);
  void setValue(TextView name, TextView value);
  void allowPlain(TextView value);
  void setAuthority(TextView place, TextView value);
  void run(Command command);
  void help();
  void showConfig();
  void saveConfig();
  void refuseDraft(const DraftProblem& problem);
  void clearConfig();
  void endSearch(WifiSearch::End end);
  void tellNetworks();
  bool isTestBoard() const { return board_.kind == hal::BoardKind::S2Test; }

  hal::Serial& serial_;
  SerialOut& out_;
  const ConfigRules& rules_;
  ConfigStore& store_;
  const hal::BoardInfo& board_;
  WifiSearch search_;
  /// Who asked for the search, Improv or a line.
  bool is_search_of_improv_ = false;
  ConfigDraft draft_;
  Improv& improv_;
  ConsoleListener& listener_;
  LineReader reader_;
  /// Bytes that wait until earlier answers have been sent.
  char read_[16];
  size_t read_at_ = 0;
  size_t read_count_ = 0;
  uint64_t now_ms_ = 0;
  /// When the newest byte came.
  uint64_t heard_ms_ = 0;
};

}  // namespace faiwatch
