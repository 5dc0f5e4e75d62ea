// Improv over serial, spoken to with the packets that its own SDK makes (fixtures/improv-packets.txt).
#include "core/improv.h"

#include <sstream>
#include <vector>

#include "support/bench.h"
#include "support/check.h"
#include "support/fixtures.h"

using namespace faiwatch;

namespace {

std::string unhex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

/// A packet as the SDK makes it, with the line feed behind it.
std::string sdkPacket(const std::string& name) {
  std::istringstream lines(readFixtureBytes("improv-packets.txt"));
  std::string found;
  std::string hex;
  while (lines >> found >> hex) {
    if (found == name) return unhex(hex);
  }
  CHECK_EQ(name, "a packet of the fixture");
  return "";
}

std::string makePacket(uint8_t type, const std::string& data) {
  std::string packet = std::string("IMPROV\x01", 7) + static_cast<char>(type) +
                       static_cast<char>(data.size()) + data;
  uint8_t sum = 0;
  for (const char c : packet) sum = static_cast<uint8_t>(sum + static_cast<uint8_t>(c));
  return packet + static_cast<char>(sum) + "\n";
}

std::string makeCommand(uint8_t command, const std::string& data = "") {
  return makePacket(3, std::string(1, static_cast<char>(command)) +
                           static_cast<char>(data.size()) + data);
}

std::string makeWifi(const std::string& ssid, const std::string& passphrase) {
  return makeCommand(1, static_cast<char>(ssid.size()) + ssid +
                            static_cast<char>(passphrase.size()) + passphrase);
}

/// What came out, as a client has it: `state 4`, `error 0`, `result 1 http://…`; anything else is a line.
std::vector<std::string> read(const std::string& bytes) {
  std::vector<std::string> said;
  for (size_t at = 0; at < bytes.size();) {
    if (bytes.compare(at, 7, "IMPROV\x01") != 0) {
      const size_t end = bytes.find("\r\n", at);
      CHECK(end != std::string::npos);
      said.push_back(bytes.substr(at, end - at));
      at = end + 2;
      continue;
    }
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(bytes.at(at + i)); };
    const size_t length = byte(8);
    uint8_t sum = 0;
    for (size_t i = 0; i < 9 + length; i++) sum = static_cast<uint8_t>(sum + byte(i));
    CHECK_EQ(byte(9 + length), sum);
    CHECK_EQ(bytes.at(at + 10 + length), '\n');
    std::string one = byte(7) == 1 ? "state" : byte(7) == 2 ? "error" : "result";
    one += ' ' + std::to_string(byte(9));
    if (byte(7) == 4) {
      CHECK_EQ(byte(10), length - 2);
      for (size_t i = 11; i < 9 + length; i += 1 + byte(i)) one += '|' + bytes.substr(at + i + 1, byte(i));
    }
    said.push_back(one);
    at += 11 + length;
  }
  return said;
}

std::string join(const std::vector<std::string>& said) {
  std::string all;
  for (const std::string& one : said) all += (all.empty() ? "" : ", ") + one;
  return all;
}

/// Only what came in packets.
std::string packetsOf(const std::string& bytes) {
  std::vector<std::string> said;
  for (const std::string& one : read(bytes)) {
    if (one.rfind("* ", 0) != 0) said.push_back(one);
  }
  return join(said);
}

struct Site : Bench {
  std::string say(const std::string& bytes, uint64_t ms = 200) {
    serial.take();
    serial.input += bytes;
    run(ms);
    return packetsOf(serial.take());
  }
  Config stored() {
    const ConfigRules rules(board.board, mains);
    Config config;
    ConfigStore(store, rules).load(config);
    return config;
  }
};

struct ConfiguredSite : Site {
  ConfiguredSite() {
    configure();
    boot();
    CHECK(runUntil([this] { return wifi.current == FakeWifi::State::Connected; }, 20'000));
  }
};

}  // namespace

TEST("Improv: a new board says that it is ready, who it is, and which networks it hears") {
  Site site;
  site.boot();
  site.run(1'000);
  CHECK_EQ(site.say(sdkPacket("state")), "error 0, state 2");
  CHECK_EQ(site.say(sdkPacket("info")),
           "error 0, result 3|FaiWatch s2-mini|1.0.0|ESP32-S2|FaiWatch-D4E5F6");
  site.wifi.addNetwork("ร้าน = กาแฟ", -48, false);
  site.wifi.addNetwork("Free WiFi", -71, true);
  CHECK_EQ(site.say(sdkPacket("networks")),
           "error 0, result 4|ร้าน = กาแฟ|-48|YES, result 4|Free WiFi|-71|NO, result 4");
  site.wifi.networks.clear();
  CHECK_EQ(site.say(sdkPacket("networks")), "error 0, result 4");
}

TEST("Improv: a new board joins the network, keeps it over a restart, and waits for key and phone") {
  Site site;
  site.board.board.default_server_url = "https://power.example";
  site.boot();
  site.run(1'000);
  CHECK_EQ(site.say(sdkPacket("home"), 2'000),
           "error 0, state 3, state 4, result 1|https://power.example/customer");
  CHECK_EQ(site.stored().wifi_ssid.view(), "Home");
  CHECK_EQ(site.stored().wifi_pass.view(), "correct horse");
  CHECK(site.wifi.is_ap_on);
  site.boot();
  CHECK(site.runUntil([&] { return site.wifi.current == FakeWifi::State::Connected; }, 20'000));
  CHECK_EQ(site.say(sdkPacket("state")),
           "error 0, state 4, result 2|https://power.example/customer");
  site.type("activation_key=FTRRV-N5ACK-2A8B7-C8YGR\ncustomer_phone=0812345678\n");
  CHECK(site.type("save_config\n").find("OK save_config") != std::string::npos);
  CHECK_EQ(site.stored().wifi_ssid.view(), "Home");
}

TEST("Improv: with no server known there is no address to go on to") {
  Site site;
  site.boot();
  site.run(1'000);
  CHECK_EQ(site.say(sdkPacket("home"), 2'000), "error 0, state 3, state 4, result 1");
  CHECK_EQ(site.say(sdkPacket("state")), "error 0, state 4, result 2");
}

TEST("Improv: a network that cannot be joined is not kept, and the one before is back") {
  ConfiguredSite site;
  site.wifi.is_router_up = true;
  CHECK_EQ(site.say(sdkPacket("state")),
           "error 0, state 4, result 2|http://faiwatch.test:8080/customer");
  CHECK_EQ(site.say(makeWifi("Home", "wrong horse"), 25'000),
           "error 0, state 3, state 2, error 3, state 4");
  CHECK_EQ(site.stored().wifi_pass.view(), "correct horse");
  CHECK_EQ(site.wifi.asked_pass, "correct horse");
  CHECK_EQ(site.wifi.current, FakeWifi::State::Connected);
  // Power lost in the middle of it leaves nothing behind either.
  site.say(makeWifi("Elsewhere", "whatever else"), 1'000);
  site.boot();
  CHECK(site.runUntil([&] { return site.wifi.current == FakeWifi::State::Connected; }, 20'000));
  CHECK_EQ(site.wifi.asked_ssid, "Home");
}

TEST("Improv: what no network can be called is answered, and not tried") {
  ConfiguredSite site;
  const int attempts = site.wifi.attempts;
  for (const std::string& packet : {makeWifi("", "correct horse"), makeWifi("Home", "short"),
                                    makeWifi(std::string(33, 'x'), ""), makeWifi("a\nb", "")}) {
    CHECK_EQ(site.say(packet), "error 0, error 3");
  }
  CHECK_EQ(site.wifi.attempts, attempts);
}

TEST("Improv: whoever has a cable cannot make a configured board somebody else's") {
  ConfiguredSite site;
  const Config before = site.stored();
  // A draft that was typed and not allowed is not saved along.
  site.type("server_url=http://10.0.0.66\n");
  site.wifi.router_ssid = "Thief";
  site.wifi.router_pass = "thieves only";
  const std::string said = site.say(makeWifi("Thief", "thieves only"), 5'000);
  CHECK(said.find("result 1|http://faiwatch.test:8080/customer") != std::string::npos);
  for (const uint8_t command : {0, 5, 6, 7, 8, 99, 255}) {
    site.say(makeCommand(command, "http://10.0.0.66"));
    site.say(makeCommand(command));
  }
  const Config after = site.stored();
  CHECK_EQ(after.wifi_ssid.view(), "Thief");
  for (const ConfigField field :
       {ConfigField::ActivationKey, ConfigField::CustomerPhone, ConfigField::DeviceType,
        ConfigField::ServerUrl, ConfigField::MainsInput}) {
    CHECK_EQ(fieldValue(after, field), fieldValue(before, field));
  }
  CHECK(site.type("save_config\n").find("OK save_config") != std::string::npos);
  CHECK_EQ(site.stored().server_url.view(), before.server_url.view());
}

TEST("Improv: no secret comes out") {
  ConfiguredSite site;
  std::string all;
  for (const char* name : {"state", "info", "networks"}) {
    site.serial.input += sdkPacket(name);
    site.run(300);
  }
  for (int command = 0; command < 256; command++) {
    site.serial.input += makeCommand(static_cast<uint8_t>(command));
    site.run(50);
  }
  all = site.serial.take();
  for (const char* secret : {"correct horse", "FTRRV", "0812345678"}) {
    CHECK(all.find(secret) == std::string::npos);
  }
}

TEST("Improv: names can be asked for, and not changed") {
  Site site;
  site.boot();
  site.run(500);
  CHECK_EQ(site.say(makeCommand(5)), "error 0, result 5|faiwatch-d4e5f6");
  CHECK_EQ(site.say(makeCommand(5, "mine")), "error 0, error 5");
  CHECK_EQ(site.say(makeCommand(6)), "error 0, result 6|FaiWatch-D4E5F6");
  CHECK_EQ(site.say(makeCommand(6, "mine")), "error 0, error 2");
  CHECK_EQ(site.say(makeCommand(7)), "error 0, result 7|2");
  CHECK_EQ(site.say(makeCommand(8)), "error 0, error 2");
}

TEST("Improv: what is no packet of a client is refused") {
  Site site;
  site.boot();
  site.run(500);
  std::string damaged = sdkPacket("home");
  damaged[damaged.size() - 2] ^= 1;
  for (const std::string& packet :
       {damaged, makePacket(1, "\x04"), makePacket(3, ""), makePacket(3, "\x02"),
        makePacket(3, std::string("\x02\x05", 2)), makePacket(3, std::string(255, 'x'))}) {
    CHECK_EQ(site.say(packet), "error 1");
  }
  for (const std::string& data :
       {std::string(""), std::string("\x05Home", 5), std::string("\x04Home", 5),
        std::string("\x04Home\x09short", 11), std::string("\x04Home\x00zz", 8)}) {
    CHECK_EQ(site.say(makeCommand(1, data)), "error 0, error 1");
  }
  CHECK_EQ(site.wifi.attempts, 0);
}

TEST("Improv and lines share the cable: each gets its own answers, in their order") {
  Site site;
  site.boot();
  site.run(500);
  // The password's length is a CR.
  CHECK(sdkPacket("home").find('\r') != std::string::npos);
  CHECK_EQ(site.say("wifi_ssid=Typed\n" + sdkPacket("info") + "restrt\n" + sdkPacket("state")),
           "OK wifi_ssid, error 0, result 3|FaiWatch s2-mini|1.0.0|ESP32-S2|FaiWatch-D4E5F6, "
           "ERR unknown_command try help, error 0, state 2");
  CHECK_EQ(site.say("IMPROV\nIMPROVE=1\nIMPRO"),
           "ERR unknown_command try help, ERR unknown_field try help");
  CHECK_EQ(site.say("\n" + sdkPacket("networks") + "wifi_ssid=Behind\n"),
           "ERR unknown_command try help, error 0, result 4, OK wifi_ssid");
}

TEST("Improv: a packet that is broken off swallows nothing that is typed later") {
  Site site;
  site.boot();
  site.run(500);
  CHECK_EQ(site.say(sdkPacket("home").substr(0, 12), 600), "");
  CHECK_EQ(site.say("wifi_ssid=Home\n"), "OK wifi_ssid");
  CHECK_EQ(site.say(sdkPacket("home").substr(0, 12), 300), "");
  CHECK_EQ(site.say(sdkPacket("home").substr(12), 2'000), "error 0, state 3, state 4, result 1");
}

TEST("Improv: nobody who does not speak it gets a packet, whoever does hears of changes") {
  ConfiguredSite site;
  site.wifi.is_router_up = false;
  site.run(10'000);
  site.wifi.is_router_up = true;
  site.run(20'000);
  CHECK(site.serial.take().find("IMPROV") == std::string::npos);
  site.say(sdkPacket("state"));
  site.wifi.is_router_up = false;
  CHECK_EQ(site.say("", 1'000), "state 2");
  site.wifi.is_router_up = true;
  CHECK_EQ(site.say("", 20'000), "state 4");
}

TEST("Improv: a configuration that is saved meanwhile holds, and the try is over") {
  ConfiguredSite site;
  site.say(makeWifi("Elsewhere", "whatever else"), 1'000);
  const std::string said = site.say("wifi_ssid=Home\nsave_config\n", 3'000);
  CHECK_EQ(said, "OK wifi_ssid, OK save_config Configuration saved, error 3, state 2, state 4");
  CHECK_EQ(site.stored().wifi_ssid.view(), "Home");
  CHECK_EQ(site.heap_uses, 0U);
}

TEST("Improv: a store that fails keeps the network before") {
  ConfiguredSite site;
  site.wifi.router_ssid = "Other";
  site.store.fails_writes = true;
  CHECK_EQ(site.say(makeWifi("Other", "correct horse"), 1'000),
           "error 0, state 3, state 2, error 255");
  CHECK_EQ(site.stored().wifi_ssid.view(), "Home");
}
