#include "core/console.h"

#include "core/encodings.h"

namespace faiwatch {

namespace {

/// Bytes read per tick, so that a long paste does not hold up the sensing of the mains.
constexpr size_t kBytesPerPoll = 64;
/// A packet comes in one go. The rest of one that was broken off would swallow the lines behind it.
constexpr uint64_t kMostPauseMs = 500;

}  // namespace

void Console::poll(uint64_t now_ms) {
  now_ms_ = now_ms;
  endSearch(search_.tick(now_ms, out_.hasRoomForAnswer()));
  for (size_t i = 0; i < kBytesPerPoll && out_.hasRoomForAnswer() && !search_.isUnderWay(); i++) {
    if (read_at_ == read_count_) {
      read_at_ = 0;
      read_count_ = serial_.read(read_, sizeof read_);
      if (read_count_ == 0) {
        if (reader_.isInPacket() && now_ms - heard_ms_ >= kMostPauseMs) reader_.dropPacket();
        return;
      }
      heard_ms_ = now_ms;
    }
    switch (reader_.take(read_[read_at_++])) {
      case LineReader::Result::Pending:
        break;
      case LineReader::Result::Line:
        handleLine(reader_.line());
        break;
      case LineReader::Result::TooLong:
        out_.error("line_too_long", "a line may have 200 bytes");
        break;
      case LineReader::Result::Packet:
        is_search_of_improv_ = improv_.take(reader_.packetType(), reader_.packetData(), now_ms);
        if (is_search_of_improv_) search_.begin(now_ms);
        break;
      case LineReader::Result::BadPacket:
        improv_.refuse();
        break;
    }
  }
}

void Console::handleLine(TextView line) {
  if (!isUtf8(line) || holdsControl(line)) {
    out_.error("bad_line", "UTF-8 without control characters, please");
    return;
  }
  const size_t equals = line.find('=');
  if (equals != SIZE_MAX) {
    setValue(line.substr(0, equals).trimmed(), line.substr(equals + 1));
    return;
  }
  Command command;
  if (parseCommand(line.trimmed(), command)) {
    run(command);
  } else {
    out_.error("unknown_command", "try help");
  }
}

bool Console::parseCommand(TextView name, Command& out) {
  constexpr struct {
    const char* name;
    Command command;
  } kCommands[] = {
      {"help", Command::Help},
      {"show_config", Command::ShowConfig},
      {"save_config", Command::SaveConfig},
      {"clear_config", Command::ClearConfig},
      {"restart", Command::Restart},
      {"scan_wifi", Command::ScanWifi},
      {"test_response", Command::TestResponse},
      {"led_test", Command::LedTest},
  };
  for (const auto& known : kCommands) {
    if (name == known.name) {
      out = known.command;
      return true;
    }
  }
  return false;
}

void Console::setValue(TextView name, TextView value) {
  if (name == "allow_plain") {
    allowPlain(value.trimmed());
    return;
  }
  if (name.startsWith("server_ca")) {
    setAuthority(name.substr(9), value.trimmed());
    return;
  }
  ConfigField field;
  if (!parseFieldName(name, field)) {
    out_.error("unknown_field", "try help");
    return;
  }
  const char* problem = draft_.set(rules_, field, value);
  if (problem == nullptr) {
    out_.ok(fieldName(field));
    return;
  }
  char text[96];
  out_.error("bad_value",
             TextWriter(text, sizeof text).add(fieldName(field)).add(": ").add(problem).view());
}

void Console::allowPlain(TextView value) {
  const bool allows = value == "yes";
  if (!allows && value != "no") {
    out_.error("bad_value", "allow_plain: yes or no");
    return;
  }
  draft_.allowPlain(allows);
  out_.ok("allow_plain");
}

/// A certificate is too long for one line, so it comes in parts, each with its place.
/// @param place `@` and a number; empty: there is to be none
void Console::setAuthority(TextView place, TextView value) {
  OwnAuthority& authority = draft_.authority();
  uint64_t offset = 0;
  if (place.empty() && value.empty()) {
    authority.draftNone();
  } else if (!place.startsWith("@") ||
             !parseUnsigned(place.substr(1), OwnAuthority::kMostBytes, offset) ||
             !authority.draftPart(static_cast<size_t>(offset), value)) {
    out_.error("bad_value", "server_ca: base64 that goes on where the last part ended");
    return;
  }
  out_.ok("server_ca");
}

void Console::run(Command command) {
  switch (command) {
    case Command::Help:
      help();
      return;
    case Command::ShowConfig:
      showConfig();
      return;
    case Command::SaveConfig:
      saveConfig();
      return;
    case Command::ClearConfig:
      clearConfig();
      return;
    case Command::Restart:
      out_.ok("restart Restarting");
      listener_.onRestartCommand();
      return;
    case Command::ScanWifi:
      is_search_of_improv_ = false;
      search_.begin(now_ms_);
      return;
    case Command::TestResponse:
      if (!isTestBoard()) break;
      out_.ok("test_response Device is responding");
      return;
    case Command::LedTest:
      if (!isTestBoard()) break;
      out_.ok("led_test LED test started");
      listener_.onLedTest();
      return;
  }
  out_.error("not_allowed", "this is for the test board only");
}

void Console::endSearch(WifiSearch::End end) {
  switch (end) {
    case WifiSearch::End::NotYet:
      return;
    case WifiSearch::End::Done:
      if (is_search_of_improv_) {
        improv_.networks(search_);
      } else {
        tellNetworks();
      }
      return;
    case WifiSearch::End::Failed:
      if (is_search_of_improv_) {
        improv_.failNetworks();
      } else {
        out_.error("scan_failed", "the radio is busy; try again");
      }
      return;
  }
}

void Console::tellNetworks() {
  char text[96];
  const size_t told = search_.forEach([&](const hal::WifiNetwork& network) {
    TextWriter line(text, sizeof text);
    line.add("wifi_network: ").addSigned(network.rssi);
    line.add(network.is_open ? " open " : " locked ").add(network.ssid);
    out_.detail(line.view());
  });
  TextWriter line(text, sizeof text);
  line.add("scan_wifi ").addUnsigned(told).add(told == 1 ? " network" : " networks");
  out_.ok(line.view());
}

void Console::help() {
  out_.detail("wifi_ssid=NAME  wifi_pass=PASSWORD (empty: open network)");
  out_.detail("activation_key=KEY  customer_phone=NUMBER");
  out_.detail(
      "device_type=esp32-s2-mini | esp32-c3-mini | esp32-lilygo-t-display | esp32-s2-test");
  out_.detail("server_url=https://NAME[:PORT]");
  out_.detail("allow_plain=yes | no (http:// outside a private network)");
  out_.detail("server_ca@0=BASE64  server_ca@N=... (an authority of your own, DER)  server_ca= (none)");
  out_.detail("mains_input=none | optocoupler | vbus | battery");
  out_.detail("save_config  show_config  clear_config  scan_wifi  restart  help");
  if (isTestBoard()) out_.detail("test_response  led_test");
  out_.ok("help");
}

void Console::showConfig() {
  char text[192];
  for (size_t i = 0; i < kConfigFieldCount; i++) {
    const auto field = static_cast<ConfigField>(i);
    const TextView value = fieldValue(draft_.config(), field);
    TextWriter line(text, sizeof text);
    line.add(fieldName(field)).add(": ");
    if (value.empty()) {
      line.add("(not set)");
    } else if (field == ConfigField::ActivationKey) {
      // The last group is enough for the owner to recognise the key.
      line.add("*****-*****-*****-").add(value.substr(18));
    } else if (isSecret(field)) {
      line.add("********");
    } else {
      line.add(value);
    }
    out_.detail(line.view());
  }
  TextWriter line(text, sizeof text);
  line.add("server_ca: ");
  if (draft_.authority().isSet()) {
    draft_.authority().writeFingerprint(line);
  } else {
    line.add("(not set)");
  }
  out_.detail(line.view());
  out_.detail(draft_.isChanged() ? "changes: not saved yet" : "changes: none");
  listener_.describeStatus(out_);
  out_.ok("show_config");
}

void Console::saveConfig() {
  const DraftProblem problem = draft_.findProblem();
  if (problem.kind != DraftProblem::Kind::None) {
    refuseDraft(problem);
    return;
  }
  const Config config = draft_.config();
  const OwnAuthority::Saving saving = draft_.authority().saveDraft();
  if (saving == OwnAuthority::Saving::NoCertificate) {
    out_.error("bad_value", "server_ca: no certificate");
    return;
  }
  if (saving == OwnAuthority::Saving::NotStored || !store_.save(config)) {
    out_.error("storage_failed", "nothing was changed; try again");
    return;
  }
  out_.ok("save_config Configuration saved");
  listener_.onConfigSaved(config);
  resetDraft();
}

void Console::refuseDraft(const DraftProblem& problem) {
  char text[96];
  TextWriter writer(text, sizeof text);
  writer.add(fieldName(problem.field)).add(": ");
  switch (problem.kind) {
    case DraftProblem::Kind::None:
      return;
    case DraftProblem::Kind::Missing:
      out_.error("incomplete", writer.add("not set").view());
      return;
    case DraftProblem::Kind::NotTypedAgain:
      out_.error("incomplete", writer.add("another server wants it typed again").view());
      return;
    case DraftProblem::Kind::NotEncrypted:
      out_.error("not_encrypted", writer.add("https://, a private network, or allow_plain=yes").view());
      return;
  }
}

void Console::clearConfig() {
  if (!store_.clear() || !draft_.authority().erase()) {
    out_.error("storage_failed", "try again");
    return;
  }
  out_.ok("clear_config Configuration cleared");
  listener_.onConfigCleared();
  resetDraft();
}

}  // namespace faiwatch
