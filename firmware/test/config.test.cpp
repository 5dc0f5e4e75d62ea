#include "core/config.h"
#include "core/config-store.h"
#include "core/device-names.h"
#include "core/enrolment-store.h"
#include "support/check.h"
#include "support/fake-media.h"
#include "support/fake-parts.h"

using namespace faiwatch;

namespace {

constexpr const char* kKey = "FTRRV-N5ACK-2A8B7-C8YGR";

struct Setup {
  FakeBoard board;
  FakeMains mains;
  FakeStore store;
  ConfigRules rules{board.board, mains};
  ConfigStore configs{store, rules};

  Config complete(const char* ssid = "Home") {
    Config config = rules.defaults();
    CHECK(rules.set(config, ConfigField::WifiSsid, ssid) == nullptr);
    CHECK(rules.set(config, ConfigField::WifiPass, "correct horse") == nullptr);
    CHECK(rules.set(config, ConfigField::ActivationKey, kKey) == nullptr);
    CHECK(rules.set(config, ConfigField::CustomerPhone, "081-234-5678") == nullptr);
    CHECK(rules.set(config, ConfigField::ServerUrl, "https://faiwatch.example") == nullptr);
    return config;
  }
  bool accepts(ConfigField field, const std::string& value) {
    Config config = complete();
    const Config before = config;
    const bool is_accepted = rules.set(config, field, {value.data(), value.size()}) == nullptr;
    if (!is_accepted) CHECK(isSame(config, before));
    return is_accepted;
  }
  static bool isSame(const Config& a, const Config& b) {
    for (size_t i = 0; i < kConfigFieldCount; i++) {
      const auto field = static_cast<ConfigField>(i);
      if (fieldValue(a, field) != fieldValue(b, field)) return false;
    }
    return true;
  }
};

}  // namespace

TEST("names derive from the MAC address") {
  const uint8_t mac[6] = {0xa1, 0xb2, 0x03, 0xd4, 0xe5, 0xf6};
  CHECK_EQ(makeDeviceId(mac).view(), "fw-a1b203d4e5f6");
  CHECK_EQ(makeNetworkName(mac).view(), "FaiWatch-D4E5F6");
}

TEST("boards are known by either name") {
  for (const hal::BoardKind kind :
       {hal::BoardKind::S2Mini, hal::BoardKind::TDisplay, hal::BoardKind::S2Test,
        hal::BoardKind::C3Mini}) {
    hal::BoardKind parsed = hal::BoardKind::S2Mini;
    CHECK(parseBoardName(boardName(kind), parsed));
    CHECK_EQ(parsed, kind);
    CHECK(parseBoardName(serialBoardName(kind), parsed));
    CHECK_EQ(parsed, kind);
  }
  hal::BoardKind parsed;
  CHECK(!parseBoardName("esp8266", parsed));
  CHECK(!parseBoardName("", parsed));
}

TEST("every reset reason has the protocol's word") {
  CHECK_EQ(resetReasonName(hal::ResetReason::PowerOn), "power_on");
  CHECK_EQ(resetReasonName(hal::ResetReason::Brownout), "brownout");
  CHECK_EQ(resetReasonName(hal::ResetReason::Software), "software");
  CHECK_EQ(resetReasonName(hal::ResetReason::Panic), "panic");
  CHECK_EQ(resetReasonName(hal::ResetReason::Watchdog), "watchdog");
  CHECK_EQ(resetReasonName(hal::ResetReason::External), "external");
  CHECK_EQ(resetReasonName(hal::ResetReason::DeepSleep), "deep_sleep");
  CHECK_EQ(resetReasonName(hal::ResetReason::Unknown), "unknown");
}

TEST("an activation key is taken however it is typed") {
  for (const char* typed :
       {"FTRRV-N5ACK-2A8B7-C8YGR", "ftrrv n5ack 2a8b7 c8ygr", "FTRRVN5ACK2A8B7C8YGR",
        "  FTRRV_N5ACK_2A8B7_C8YGR ", "FTRRV–N5ACK—2A8B7‐C8YGR"}) {
    KeyCode key;
    CHECK(normaliseActivationKey(typed, key));
    CHECK_EQ(key.view(), kKey);
  }
  KeyCode key;
  CHECK(normaliseActivationKey("YGAB9-N3MJK-7N7lX-BZZiW", key));
  CHECK_EQ(key.view(), "YGAB9-N3MJK-7N71X-BZZ1W");
  CHECK(normaliseActivationKey("yGAB9N3MJK7N7LXBZZIW", key));
  CHECK_EQ(key.view(), "YGAB9-N3MJK-7N71X-BZZ1W");
}

TEST("any wrong character and any two exchanged ones of a key are noticed") {
  KeyCode key;
  const std::string good = "FTRRVN5ACK2A8B7C8YGR";
  for (size_t i = 0; i < good.size(); i++) {
    for (const char c : std::string("0123456789ABCDEFGHJKMNPQRSTVWXYZ")) {
      std::string wrong = good;
      if (wrong[i] == c) continue;
      wrong[i] = c;
      CHECK(!normaliseActivationKey(wrong.c_str(), key));
    }
    for (size_t k = i + 1; k < good.size(); k++) {
      std::string wrong = good;
      std::swap(wrong[i], wrong[k]);
      if (wrong != good) CHECK(!normaliseActivationKey(wrong.c_str(), key));
    }
  }
  for (const char* bad :
       {"", "-", "FTRRV-N5ACK-2A8B7-C8YG", "FTRRV-N5ACK-2A8B7-C8YGRR", "FTRRV-N5ACK-2A8B7-C8YGU",
        "FTRRV-N5ACK-2A8B7-C8YG!", "FTRRV-N5ACK-2A8B7-C8YGR\xe2\x80"}) {
    CHECK(!normaliseActivationKey(bad, key));
  }
}

TEST("a network's name has 1 to 32 bytes of UTF-8") {
  Setup setup;
  CHECK(setup.accepts(ConfigField::WifiSsid, " a=b & c "));
  CHECK(setup.accepts(ConfigField::WifiSsid, "ไฟบ้าน"));
  CHECK(setup.accepts(ConfigField::WifiSsid, std::string(32, 'x')));
  CHECK(!setup.accepts(ConfigField::WifiSsid, std::string(33, 'x')));
  CHECK(!setup.accepts(ConfigField::WifiSsid, ""));
  CHECK(!setup.accepts(ConfigField::WifiSsid, "a\tb"));
  CHECK(!setup.accepts(ConfigField::WifiSsid, "\xff"));
}

TEST("a Wi-Fi password is none, 8 to 63 characters, or 64 hex digits") {
  Setup setup;
  CHECK(setup.accepts(ConfigField::WifiPass, ""));
  CHECK(setup.accepts(ConfigField::WifiPass, "12345678"));
  CHECK(setup.accepts(ConfigField::WifiPass, std::string(63, '!')));
  CHECK(setup.accepts(ConfigField::WifiPass, std::string(64, 'f')));
  CHECK(!setup.accepts(ConfigField::WifiPass, "1234567"));
  CHECK(!setup.accepts(ConfigField::WifiPass, std::string(64, 'g')));
  CHECK(!setup.accepts(ConfigField::WifiPass, std::string(65, 'f')));
  CHECK(!setup.accepts(ConfigField::WifiPass,
                       "1234\x01"
                       "5678"));
}

TEST("a phone number keeps its digits, Thai ones too") {
  Setup setup;
  Config config;
  CHECK(setup.rules.set(config, ConfigField::CustomerPhone, " +66 (81) 234-56.78 ") == nullptr);
  CHECK_EQ(config.customer_phone.view(), "+66812345678");
  CHECK(setup.rules.set(config, ConfigField::CustomerPhone, "๐๘๑-๒๓๔-๕๖๗๙") == nullptr);
  CHECK_EQ(config.customer_phone.view(), "0812345679");
  for (const char* bad : {"", "123456", "123456789012345678", "08123x4567", "081+2345678",
                          "\xe0\xb9\xa0"
                          "1234567"}) {
    CHECK(!setup.accepts(ConfigField::CustomerPhone, bad));
  }
}

TEST("a board is told its type, but not that of other hardware") {
  Setup setup;
  Config config;
  CHECK(setup.rules.set(config, ConfigField::DeviceType, "esp32-s2-test") == nullptr);
  CHECK_EQ(config.device_type, hal::BoardKind::S2Test);
  CHECK(setup.accepts(ConfigField::DeviceType, "s2-mini"));
  CHECK(!setup.accepts(ConfigField::DeviceType, "esp32-lilygo-t-display"));
  CHECK(!setup.accepts(ConfigField::DeviceType, "toaster"));
  setup.board.board.kind = hal::BoardKind::TDisplay;
  CHECK(setup.accepts(ConfigField::DeviceType, "t-display"));
  CHECK(!setup.accepts(ConfigField::DeviceType, "s2-mini"));
  setup.board.board.kind = hal::BoardKind::C3Mini;
  CHECK(setup.accepts(ConfigField::DeviceType, "esp32-c3-mini"));
  CHECK(!setup.accepts(ConfigField::DeviceType, "s2-mini"));
  CHECK(!setup.accepts(ConfigField::DeviceType, "t-display"));
}

TEST("a server's address is http or https with a host") {
  Setup setup;
  Config config;
  CHECK(setup.rules.set(config, ConfigField::ServerUrl, " https://faiwatch.example:8443/base// ") ==
        nullptr);
  CHECK_EQ(config.server_url.view(), "https://faiwatch.example:8443/base");
  for (const char* good : {"http://192.168.1.10:8080", "HTTPS://Faiwatch.example",
                           "http://[fe80::1]:8080", "http://[::1]", "http://host_a/x~y+z%20"}) {
    CHECK(setup.accepts(ConfigField::ServerUrl, good));
  }
  for (const char* bad :
       {"", "faiwatch.example", "ftp://faiwatch.example", "http://", "https:///x", "http://a:0",
        "http://a:65536", "http://a:b", "http://a:", "http://user@a", "http://a b", "http://a/b c",
        "http://a/?q", "http://a/#f", "http://[fe80::1", "http://[]", "http://[xyz]",
        "http://[::1]8080"}) {
    check::setContext(bad);
    CHECK(!setup.accepts(ConfigField::ServerUrl, bad));
  }
  CHECK(!setup.accepts(ConfigField::ServerUrl, "http://" + std::string(97, 'a')));
  CHECK(!setup.accepts(ConfigField::ServerUrl, "http://a/" + std::string(128, 'a')));
}

TEST("an address is taken apart and put together") {
  ServerUrl url;
  CHECK(parseServerUrl("https://faiwatch.example/base", url));
  CHECK(url.is_tls);
  CHECK_EQ(url.port, 443);
  CHECK_EQ(url.host.view(), "faiwatch.example");
  CHECK_EQ(url.path(), "/base");
  char out[64];
  CHECK(buildUrl(url, "/api/x", out, sizeof out));
  CHECK_EQ(std::string(out), "https://faiwatch.example/base/api/x");
  CHECK(buildUrl(url, "api/x", out, sizeof out));
  CHECK_EQ(std::string(out), "https://faiwatch.example/base/api/x");
  CHECK(buildUrl(url, "https://files.example/x.bin", out, sizeof out));
  CHECK_EQ(std::string(out), "https://files.example/x.bin");
  CHECK(!buildUrl(url, std::string(64, 'x').c_str(), out, sizeof out));
  CHECK(isOnServer(url, "https://faiwatch.example/base/x"));
  CHECK(isOnServer(url, "https://faiwatch.example/base"));
  CHECK(isOnServer(url, "https://faiwatch.example/base?x"));
  CHECK(!isOnServer(url, "https://faiwatch.example/basement"));
  CHECK(!isOnServer(url, "https://faiwatch.example.evil.example/base/x"));
  CHECK(!isOnServer(url, "http://faiwatch.example/base/x"));
  CHECK(parseServerUrl("http://[fe80::1]", url));
  CHECK_EQ(url.host.view(), "fe80::1");
  CHECK_EQ(url.port, 80);
  CHECK_EQ(url.path(), "");
}

TEST("a mains input is one the board has") {
  Setup setup;
  for (const char* name : {"none", "optocoupler", "vbus"}) {
    CHECK(setup.accepts(ConfigField::MainsInput, name));
  }
  CHECK(!setup.accepts(ConfigField::MainsInput, "battery"));
  CHECK(!setup.accepts(ConfigField::MainsInput, "solar"));
  setup.mains.default_kind = hal::MainsInputKind::Battery;
  CHECK(setup.accepts(ConfigField::MainsInput, "battery"));
  CHECK_EQ(setup.rules.defaults().mains_input, hal::MainsInputKind::Battery);
}

TEST("what is missing is named, in order; a password is not needed") {
  Setup setup;
  Config config = setup.rules.defaults();
  ConfigField missing;
  CHECK(findMissing(config, missing));
  CHECK_EQ(missing, ConfigField::WifiSsid);
  config.wifi_ssid.assign("Home");
  CHECK(findMissing(config, missing));
  CHECK_EQ(missing, ConfigField::ActivationKey);
  CHECK(isComplete(setup.complete()));
  setup.board.board.default_server_url = "https://faiwatch.example/";
  CHECK_EQ(setup.rules.defaults().server_url.view(), "https://faiwatch.example");
}

TEST("an enrolment holds for the same key, phone, type and server only") {
  Setup setup;
  const Config config = setup.complete();
  Config other = config;
  other.wifi_ssid.assign("Elsewhere");
  CHECK(isSameEnrolment(config, other));
  other.device_type = hal::BoardKind::S2Test;
  CHECK(!isSameEnrolment(config, other));
  other = config;
  other.customer_phone.assign("0899999999");
  CHECK(!isSameEnrolment(config, other));
  other = config;
  other.server_url.assign("https://other.example");
  CHECK(!isSameEnrolment(config, other));
  other = config;
  other.activation_key.assign("YGAB9-N3MJK-7N71X-BZZ1W");
  CHECK(!isSameEnrolment(config, other));
}

TEST("a configuration is stored and comes back whole") {
  Setup setup;
  Config loaded;
  CHECK(!setup.configs.load(loaded));
  CHECK(Setup::isSame(loaded, setup.rules.defaults()));
  Config config = setup.complete("ไฟ=บ้าน ");
  config.device_type = hal::BoardKind::S2Test;
  config.mains_input = hal::MainsInputKind::Vbus;
  CHECK(setup.configs.save(config));
  CHECK(setup.configs.load(loaded));
  CHECK(Setup::isSame(loaded, config));
  CHECK(setup.configs.save(setup.complete("Third")));
  CHECK(setup.configs.save(setup.complete("Fourth")));
  CHECK(setup.configs.load(loaded));
  CHECK_EQ(loaded.wifi_ssid.view(), "Fourth");
}

TEST("the largest configuration fits into its record") {
  Setup setup;
  Config config = setup.complete(std::string(32, 's').c_str());
  CHECK(setup.rules.set(config, ConfigField::WifiPass, std::string(64, 'a').c_str()) == nullptr);
  CHECK(setup.rules.set(config, ConfigField::CustomerPhone, "+1234567890123456") == nullptr);
  const std::string url = "https://" + std::string(96, 'h') + "/" + std::string(23, 'p');
  CHECK(setup.rules.set(config, ConfigField::ServerUrl, url.c_str()) == nullptr);
  CHECK(setup.configs.save(config));
  Config loaded;
  CHECK(setup.configs.load(loaded));
  CHECK(Setup::isSame(loaded, config));
}

TEST("whatever byte a save is torn at, the old or the new configuration is there") {
  for (int saves_before = 0; saves_before < 3; saves_before++) {
    for (long budget = 0; budget < 400; budget++) {
      Setup setup;
      check::setContext("torn at byte " + std::to_string(budget));
      for (int i = 0; i <= saves_before; i++) {
        CHECK(setup.configs.save(setup.complete(("Old" + std::to_string(i)).c_str())));
      }
      const std::string old = "Old" + std::to_string(saves_before);
      setup.store.power.bytes = budget;
      const bool is_saved = setup.configs.save(setup.complete("New network with a long name"));
      setup.store.power.restore();
      Config loaded;
      CHECK(setup.configs.load(loaded));
      const std::string ssid = check::plain(loaded.wifi_ssid.view());
      CHECK(ssid == old || ssid == "New network with a long name");
      if (is_saved) CHECK_EQ(ssid, "New network with a long name");
      CHECK_EQ(loaded.activation_key.view(), kKey);
      // And it goes on from there.
      CHECK(setup.configs.save(setup.complete("After")));
      CHECK(setup.configs.load(loaded));
      CHECK_EQ(loaded.wifi_ssid.view(), "After");
    }
  }
}

TEST("a store that fails keeps what it has, and the failure is told") {
  Setup setup;
  CHECK(setup.configs.save(setup.complete("Old")));
  setup.store.fails_writes = true;
  CHECK(!setup.configs.save(setup.complete("New")));
  CHECK(!setup.configs.clear());
  setup.store.fails_writes = false;
  Config loaded;
  CHECK(setup.configs.load(loaded));
  CHECK_EQ(loaded.wifi_ssid.view(), "Old");
  setup.store.fails_reads = true;
  CHECK(!setup.configs.load(loaded));
}

TEST("clearing leaves nothing, and torn in between never brings an older one back") {
  for (int saves = 1; saves <= 3; saves++) {
    for (long budget = 0; budget <= 2; budget++) {
      Setup setup;
      for (int i = 1; i <= saves; i++) {
        CHECK(setup.configs.save(setup.complete(("Net" + std::to_string(i)).c_str())));
      }
      setup.store.power.bytes = budget;
      const bool is_cleared = setup.configs.clear();
      CHECK_EQ(is_cleared, budget == 2);
      setup.store.power.restore();
      Config loaded;
      const bool is_there = setup.configs.load(loaded);
      if (is_there) CHECK_EQ(check::plain(loaded.wifi_ssid.view()), "Net" + std::to_string(saves));
      if (is_cleared) CHECK(!is_there);
    }
  }
}

TEST("a field that this firmware does not know, or would not accept, keeps its default") {
  Setup setup;
  setup.mains.default_kind = hal::MainsInputKind::Battery;
  Config config = setup.complete();
  config.mains_input = hal::MainsInputKind::Battery;
  CHECK(setup.configs.save(config));
  setup.mains.default_kind = hal::MainsInputKind::None;
  Config loaded;
  CHECK(setup.configs.load(loaded));
  CHECK_EQ(loaded.mains_input, hal::MainsInputKind::None);
  CHECK_EQ(loaded.wifi_ssid.view(), "Home");
}

TEST("a token is kept apart, and only for its configuration") {
  Setup setup;
  const DeviceId id = makeDeviceId(setup.board.board.mac);
  EnrolmentStore tokens(setup.store, id);
  const Config config = setup.complete();
  Enrolment enrolment;
  CHECK(!tokens.load(config, enrolment));
  enrolment.device_token.assign("fwd_0123456789abcdef");
  enrolment.heartbeat_interval_seconds = 30;
  enrolment.mqtt_port = 8883;
  enrolment.mqtt_is_tls = true;
  enrolment.mqtt_path.assign("/mqtt");
  CHECK(tokens.save(config, enrolment));
  Enrolment loaded;
  CHECK(tokens.load(config, loaded));
  CHECK_EQ(loaded.device_token.view(), "fwd_0123456789abcdef");
  CHECK_EQ(loaded.heartbeat_interval_seconds, 30);
  CHECK_EQ(loaded.mqtt_port, 8883);
  CHECK(loaded.mqtt_is_tls);
  CHECK_EQ(loaded.mqtt_path.view(), "/mqtt");
  Config other = config;
  other.server_url.assign("https://other.example");
  CHECK(!tokens.load(other, loaded));
  CHECK(tokens.erase());
  CHECK(!tokens.load(config, loaded));
}

TEST("a token that was torn anywhere is no token") {
  for (long budget = 0; budget < 184; budget++) {
    Setup setup;
    const DeviceId id = makeDeviceId(setup.board.board.mac);
    EnrolmentStore tokens(setup.store, id);
    const Config config = setup.complete();
    Enrolment enrolment;
    enrolment.device_token.assign("fwd_old_old_old_old");
    enrolment.mqtt_path.assign("/old");
    CHECK(tokens.save(config, enrolment));
    setup.store.power.bytes = budget;
    enrolment.device_token.assign("fwd_new_new_new_new");
    enrolment.mqtt_path.assign("/new");
    tokens.save(config, enrolment);
    setup.store.power.restore();
    Enrolment loaded;
    if (!tokens.load(config, loaded)) continue;
    const bool is_old =
        loaded.device_token.view() == "fwd_old_old_old_old" && loaded.mqtt_path.view() == "/old";
    const bool is_new =
        loaded.device_token.view() == "fwd_new_new_new_new" && loaded.mqtt_path.view() == "/new";
    CHECK(is_old || is_new);
  }
}
