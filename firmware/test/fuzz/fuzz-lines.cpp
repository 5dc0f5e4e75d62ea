// Whatever may come over the serial line.
#include <string.h>

#include <string>

#include "core/console.h"
#include "fuzz/entries.h"
#include "support/fake-parts.h"
#include "support/fake-wifi.h"

using namespace faiwatch;

const char* const fuzz_seeds[] = {
    "server_ca@0=MIIB\nserver_ca@3=MIIB\nserver_ca@99999999999=AAAA\nsave_config\nserver_ca=\nshow_config\n",
    "wifi_ssid=Home\r\n",
    "wifi_pass=correct horse\n",
    "activation_key=FTRRV-N5ACK-2A8B7-C8YGR\r",
    "customer_phone=+66 81-234-5678\n",
    "device_type=esp32-s2-test\n",
    "server_url=https://faiwatch.example:8443/base\n",
    "server_url=http://[fe80::1]:8080\n",
    "mains_input=optocoupler\n",
    "save_config\n",
    "show_config\n",
    "clear_config\n",
    "restart\n",
    "help\n",
    "test_response\n",
    "led_test\n",
    "wifi_ssid=ไฟ=บ้าน \n",
    "customer_phone=๐๘๑๒๓๔๕๖๗๘\n",
    // Improv: the state, Wi-Fi settings, networks, and a line behind a packet.
    "IMPROV\x01\x03\x02\x02\x01\xe6\n",
    "IMPROV\x01\x03\x0c\x01\x0a\x04Home\x04pass\x5b\n",
    "IMPROV\x01\x03\x15\x01\x13\x04Home\x0d" "correct horse\xd7\n",
    "IMPROV\x01\x01\x01\x04\xe4\nsave_config\n",
};
const size_t fuzz_seed_count = sizeof fuzz_seeds / sizeof fuzz_seeds[0];

namespace {

/// A store that keeps one value per slot and takes no heap.
struct TinyStore : hal::KeyValueStore {
  Read get(const char* key, void* out, size_t capacity, size_t& length) override {
    const Slot& slot = slotOf(key);
    if (!slot.is_set) return Read::Missing;
    if (slot.length > capacity) return Read::Failed;
    memcpy(out, slot.bytes, slot.length);
    length = slot.length;
    return Read::Found;
  }
  bool put(const char* key, const void* data, size_t length) override {
    Slot& slot = slotOf(key);
    FUZZ_ASSERT(length <= sizeof slot.bytes);
    memcpy(slot.bytes, data, length);
    slot.length = length;
    slot.is_set = true;
    return true;
  }
  bool erase(const char* key) override {
    slotOf(key).is_set = false;
    return true;
  }

  struct Slot {
    uint8_t bytes[2048];
    size_t length = 0;
    bool is_set = false;
  };
  /// `config0`, `config1`, and whatever else there is.
  Slot& slotOf(const char* key) {
    if (strcmp(key, "config0") == 0) return slots[0];
    return slots[strcmp(key, "config1") == 0 ? 1 : 2];
  }
  Slot slots[3];
};

struct Desk : ConsoleListener, ImprovOwner {
  void onConfigSaved(const Config& config) override { FUZZ_ASSERT(isComplete(config)); }
  void onConfigCleared() override {}
  void onRestartCommand() override {}
  void onLedTest() override {}
  void describeStatus(SerialOut&) override {}
  void tryWifi(TextView ssid, TextView passphrase) override {
    FUZZ_ASSERT(!ssid.empty() && ssid.size() <= 32 && passphrase.size() <= 64);
    tries++;
  }
  bool keepWifi() override { return true; }
  void giveUpWifi() override {}
  bool isWifiConnected() const override { return tries % 2 == 1; }
  int tries = 0;
};

/// Lines that want an answer: not empty, ended by CR or LF. What stands in a packet of Improv is none.
size_t countLines(const std::string& input) {
  size_t lines = 0;
  bool has_text = false;
  for (size_t i = 0; i < input.size(); i++) {
    if (!has_text && input.compare(i, 7, "IMPROV\x01") == 0) {
      if (i + 8 >= input.size()) return lines;
      i += 9 + static_cast<uint8_t>(input[i + 8]);
      continue;
    }
    const char c = input[i];
    const bool is_end = c == '\r' || c == '\n';
    if (is_end && has_text) lines++;
    has_text = !is_end;
  }
  return lines;
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FakeBoard board;
  board.board.kind = hal::BoardKind::S2Test;
  FakeMains mains;
  TinyStore store;
  FakeSerial serial;
  SerialOut out(serial);
  const ConfigRules rules(board.board, mains);
  ConfigStore configs(store, rules);
  Desk desk;
  const Config saved = rules.defaults();
  FakeTrust trust;
  OwnAuthority authority(store, trust);
  FakeWifi wifi;
  wifi.addNetwork("Home", -50, false);
  Improv improv(out, rules, saved, board.board, desk);
  Console console(serial, out, rules, configs, board.board, wifi, saved, authority, improv, desk);
  serial.input.assign(reinterpret_cast<const char*>(data), size);
  const size_t wanted = countLines(serial.input);
  for (size_t i = 0; i < size / 16 + 4; i++) {
    console.poll(i * 10);
    improv.tick(i * 10);
    out.flush();
  }
  // Each line gets exactly one answer; all other output is marked differently, or a whole packet.
  size_t answers = 0;
  size_t at = 0;
  while (at < serial.output.size()) {
    if (serial.output.compare(at, 7, "IMPROV\x01") == 0) {
      FUZZ_ASSERT(at + 9 < serial.output.size());
      at += 11 + static_cast<uint8_t>(serial.output[at + 8]);
      FUZZ_ASSERT(at <= serial.output.size() && serial.output[at - 1] == '\n');
      continue;
    }
    const size_t end = serial.output.find("\r\n", at);
    FUZZ_ASSERT(end != std::string::npos);
    const std::string line = serial.output.substr(at, end - at);
    if (line.rfind("OK ", 0) == 0 || line.rfind("ERR ", 0) == 0) {
      answers++;
    } else {
      FUZZ_ASSERT(line.rfind("- ", 0) == 0);
    }
    at = end + 2;
  }
  FUZZ_ASSERT(answers == wanted);
  return 0;
}
