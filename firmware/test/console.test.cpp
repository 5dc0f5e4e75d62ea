#include "core/console.h"
#include "support/check.h"
#include "support/fake-media.h"
#include "support/fake-parts.h"
#include "support/fake-wifi.h"

using namespace faiwatch;

namespace {

struct Desk : ConsoleListener, ImprovOwner {
  FakeBoard board;
  FakeMains mains;
  FakeStore store;
  FakeSerial serial;
  SerialOut out{serial};
  ConfigRules rules{board.board, mains};
  ConfigStore configs{store, rules};
  Config saved = rules.defaults();
  FakeTrust trust;
  FakeWifi wifi;
  uint64_t now_ms = 0;
  OwnAuthority authority{store, trust};
  Improv improv{out, rules, saved, board.board, *this};
  Console console{serial, out, rules, configs, board.board, wifi, saved, authority, improv, *this};
  int saves = 0;
  int clears = 0;
  int restarts = 0;
  int led_tests = 0;

  std::string type(const std::string& bytes) {
    serial.input = bytes;
    return pass(1'000);
  }
  std::string pass(uint64_t ms) {
    for (const uint64_t end_ms = now_ms + ms; now_ms < end_ms; now_ms += 10) {
      console.poll(now_ms);
      out.flush();
    }
    return serial.take();
  }
  void fillIn() {
    type(
        "wifi_ssid=Home\nwifi_pass=correct horse\nactivation_key=FTRRV-N5ACK-2A8B7-C8YGR\n"
        "customer_phone=0812345678\nserver_url=http://192.168.1.10:8080\n");
  }

  void onConfigSaved(const Config& config) override {
    saved = config;
    saves++;
  }
  void onConfigCleared() override {
    saved = rules.defaults();
    clears++;
  }
  void onRestartCommand() override { restarts++; }
  void tryWifi(TextView, TextView) override {}
  bool keepWifi() override { return true; }
  void giveUpWifi() override {}
  bool isWifiConnected() const override { return false; }
  void onLedTest() override { led_tests++; }
  void describeStatus(SerialOut& lines) override { lines.detail("wifi: connected"); }
};

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) found++;
  return found;
}

}  // namespace

TEST("a line may end with CR, LF or both") {
  Desk desk;
  CHECK_EQ(desk.type("wifi_ssid=a\r"), "OK wifi_ssid\r\n");
  CHECK_EQ(desk.type("wifi_ssid=b\n"), "OK wifi_ssid\r\n");
  CHECK_EQ(desk.type("wifi_ssid=c\r\n"), "OK wifi_ssid\r\n");
  CHECK_EQ(desk.type("\r\n\n\r"), "");
}

TEST("a line may come in pieces") {
  Desk desk;
  CHECK_EQ(desk.type("wifi_s"), "");
  CHECK_EQ(desk.type("sid=Home"), "");
  CHECK_EQ(desk.type("\n"), "OK wifi_ssid\r\n");
}

TEST("a value may hold equals signs, spaces and UTF-8") {
  Desk desk;
  desk.fillIn();
  CHECK_EQ(desk.type("wifi_ssid= a=b ไฟ \n"), "OK wifi_ssid\r\n");
  desk.type("save_config\n");
  CHECK_EQ(desk.saved.wifi_ssid.view(), " a=b ไฟ ");
}

TEST("each line has one answer, also a whole page of them at once") {
  Desk desk;
  std::string lines;
  for (int i = 0; i < 40; i++) lines += "wifi_pass=correct horse\nhelp\nnonsense\n";
  const std::string answers = desk.type(lines);
  CHECK_EQ(count(answers, "OK wifi_pass\r\n"), 40u);
  CHECK_EQ(count(answers, "OK help\r\n"), 40u);
  CHECK_EQ(count(answers, "ERR unknown_command "), 40u);
}

TEST("answers are not lost when the port takes little at a time") {
  Desk desk;
  std::string answers;
  desk.serial.input.clear();
  for (int i = 0; i < 30; i++) desk.serial.input += "show_config\n";
  for (int i = 0; i < 20'000; i++) {
    desk.serial.room = 7;
    desk.console.poll(0);
    desk.out.flush();
  }
  answers = desk.serial.take();
  CHECK_EQ(count(answers, "OK show_config\r\n"), 30u);
  CHECK(desk.out.isEmpty());
}

TEST("a line that is too long is answered once and skipped to its end") {
  Desk desk;
  CHECK_EQ(desk.type("wifi_ssid=" + std::string(1'000, 'x')), "");
  CHECK_EQ(desk.type("\nhelp_me\n"),
           "ERR line_too_long a line may have 200 bytes\r\nERR unknown_command try help\r\n");
  CHECK_EQ(desk.type(std::string(200, 'x') + "\n"), "ERR unknown_command try help\r\n");
  CHECK_EQ(desk.type(std::string(201, 'x') + "\n"),
           "ERR line_too_long a line may have 200 bytes\r\n");
}

TEST("bytes that are no text are refused") {
  Desk desk;
  CHECK_EQ(count(desk.type(std::string("help\0\n", 6)), "ERR bad_line "), 1u);
  CHECK_EQ(count(desk.type("wifi_ssid=\xff\n"), "ERR bad_line "), 1u);
  CHECK_EQ(count(desk.type("\x1b[A\n"), "ERR bad_line "), 1u);
}

TEST("wrong values and names are refused with a code and without repeating the value") {
  Desk desk;
  CHECK_EQ(desk.type("wifi_pass=secret7\n"), "ERR bad_value wifi_pass: 8 to 63 characters\r\n");
  CHECK_EQ(desk.type("wifi_password=x\n"), "ERR unknown_field try help\r\n");
  CHECK_EQ(desk.type("=x\n"), "ERR unknown_field try help\r\n");
  CHECK_EQ(desk.type("activation_key=FTRRV-N5ACK-2A8B7-C8YGX\n"),
           "ERR bad_value activation_key: no activation key; look at each character again\r\n");
}

TEST("saving stores everything at once, and says so") {
  Desk desk;
  desk.fillIn();
  CHECK_EQ(desk.saves, 0);
  CHECK_EQ(desk.type("save_config\r\n"), "OK save_config Configuration saved\r\n");
  CHECK_EQ(desk.saves, 1);
  CHECK_EQ(desk.saved.activation_key.view(), "FTRRV-N5ACK-2A8B7-C8YGR");
  Config stored;
  CHECK(desk.configs.load(stored));
  CHECK_EQ(stored.customer_phone.view(), "0812345678");
}

TEST("what is incomplete is not saved, and the first thing missing is named") {
  Desk desk;
  desk.type("wifi_ssid=Home\n");
  CHECK_EQ(desk.type("save_config\n"), "ERR incomplete activation_key: not set\r\n");
  CHECK_EQ(desk.saves, 0);
}

TEST("a store that fails is told, and the draft can be saved again") {
  Desk desk;
  desk.fillIn();
  desk.store.fails_writes = true;
  CHECK_EQ(desk.type("save_config\n"), "ERR storage_failed nothing was changed; try again\r\n");
  CHECK_EQ(desk.type("clear_config\n"), "ERR storage_failed try again\r\n");
  CHECK_EQ(desk.saves + desk.clears, 0);
  desk.store.fails_writes = false;
  CHECK_EQ(desk.type("save_config\n"), "OK save_config Configuration saved\r\n");
}

TEST("the configuration is shown with its secrets masked") {
  Desk desk;
  CHECK(desk.type("show_config\n").find("wifi_ssid: (not set)") != std::string::npos);
  desk.fillIn();
  const std::string shown = desk.type("show_config\n");
  CHECK(shown.find("- wifi_ssid: Home\r\n") != std::string::npos);
  CHECK(shown.find("- wifi_pass: ********\r\n") != std::string::npos);
  CHECK(shown.find("- activation_key: *****-*****-*****-C8YGR\r\n") != std::string::npos);
  CHECK(shown.find("- device_type: esp32-s2-mini\r\n") != std::string::npos);
  CHECK(shown.find("- changes: not saved yet\r\n") != std::string::npos);
  CHECK(shown.find("- wifi: connected\r\nOK show_config\r\n") != std::string::npos);
  CHECK(shown.find("correct horse") == std::string::npos);
  CHECK(shown.find("FTRRV") == std::string::npos);
  desk.type("save_config\n");
  CHECK(desk.type("show_config\n").find("- changes: none\r\n") != std::string::npos);
}

TEST("clearing forgets the draft, too") {
  Desk desk;
  desk.fillIn();
  desk.type("save_config\n");
  CHECK_EQ(desk.type("clear_config\n"), "OK clear_config Configuration cleared\r\n");
  CHECK_EQ(desk.clears, 1);
  Config stored;
  CHECK(!desk.configs.load(stored));
  CHECK(desk.type("show_config\n").find("wifi_ssid: (not set)") != std::string::npos);
}

TEST("a restart is answered first") {
  Desk desk;
  CHECK_EQ(desk.type(" restart \n"), "OK restart Restarting\r\n");
  CHECK_EQ(desk.restarts, 1);
}

TEST("test commands are for the test board") {
  Desk desk;
  CHECK_EQ(desk.type("led_test\n"), "ERR not_allowed this is for the test board only\r\n");
  CHECK_EQ(desk.type("test_response\n"), "ERR not_allowed this is for the test board only\r\n");
  CHECK(desk.type("help\n").find("led_test") == std::string::npos);
  desk.board.board.kind = hal::BoardKind::S2Test;
  CHECK_EQ(desk.type("led_test\n"), "OK led_test LED test started\r\n");
  CHECK_EQ(desk.type("test_response\n"), "OK test_response Device is responding\r\n");
  CHECK_EQ(desk.led_tests, 1);
  CHECK(desk.type("help\n").find("led_test") != std::string::npos);
}

TEST("notices give way to answers when the port takes nothing") {
  FakeSerial serial;
  SerialOut out(serial);
  serial.room = 0;
  for (int i = 0; i < 200; i++) out.notice("something happened");
  CHECK(out.hasRoomForAnswer());
  out.ok("still answered");
  serial.room = SIZE_MAX;
  out.flush();
  const std::string text = serial.take();
  CHECK(count(text, "* something happened\r\n") > 10);
  CHECK_EQ(count(text, "OK still answered\r\n"), 1u);
  for (int i = 0; i < 1'000; i++) out.ok(std::string(100, 'x').c_str());
  out.flush();
  CHECK(count(serial.take(), "OK") >= 15);
}

TEST("another server needs key and phone typed again; another Wi-Fi needs neither") {
  Desk desk;
  desk.fillIn();
  desk.type("save_config\n");
  CHECK_EQ(desk.type("server_url=http://10.0.0.66\nsave_config\n"),
           "OK server_url\r\nERR incomplete activation_key: another server wants it typed again\r\n");
  desk.type("activation_key=FTRRV-N5ACK-2A8B7-C8YGR\n");
  CHECK_EQ(desk.type("save_config\n"),
           "ERR incomplete customer_phone: another server wants it typed again\r\n");
  CHECK_EQ(desk.saves, 1);
  desk.type("customer_phone=0812345678\n");
  CHECK_EQ(desk.type("save_config\n"), "OK save_config Configuration saved\r\n");
  desk.type("wifi_ssid=Other\n");
  CHECK_EQ(desk.type("save_config\n"), "OK save_config Configuration saved\r\n");
  CHECK_EQ(desk.saves, 3);
}

TEST("a server beyond private networks is spoken to in clear only after an explicit word") {
  Desk desk;
  desk.fillIn();
  desk.type("server_url=http://power.example\n");
  CHECK_EQ(desk.type("save_config\n"),
           "ERR not_encrypted server_url: https://, a private network, or allow_plain=yes\r\n");
  CHECK_EQ(desk.type("allow_plain=perhaps\n"), "ERR bad_value allow_plain: yes or no\r\n");
  CHECK_EQ(desk.type("allow_plain=yes\nallow_plain=no\n"), "OK allow_plain\r\nOK allow_plain\r\n");
  CHECK(desk.type("save_config\n").find("ERR not_encrypted") == 0);
  CHECK_EQ(desk.saves, 0);
  desk.type("allow_plain=yes\n");
  CHECK_EQ(desk.type("save_config\n"), "OK save_config Configuration saved\r\n");
  // The permission was for that server only. A stored server keeps its own.
  desk.type("wifi_ssid=Other\n");
  CHECK_EQ(desk.type("save_config\n"), "OK save_config Configuration saved\r\n");
  desk.type(
      "server_url=http://other.example\nactivation_key=FTRRV-N5ACK-2A8B7-C8YGR\n"
      "customer_phone=0812345678\n");
  CHECK(desk.type("save_config\n").find("ERR not_encrypted") == 0);
}

TEST("scan_wifi tells the networks that are heard, as they are called, and how many") {
  Desk desk;
  desk.wifi.addNetwork("ร้าน = กาแฟ", -48, false);
  desk.wifi.addNetwork("Free WiFi", -71, true);
  desk.wifi.addNetwork("not \xff UTF-8", -72, false);
  desk.wifi.addNetwork("OK save_config\r\n", -73, false);
  CHECK_EQ(desk.type("scan_wifi\n"),
           "- wifi_network: -48 locked ร้าน = กาแฟ\r\n"
           "- wifi_network: -71 open Free WiFi\r\n"
           "OK scan_wifi 2 networks\r\n");
  desk.wifi.networks.resize(1);
  CHECK(desk.type("scan_wifi\n").find("OK scan_wifi 1 network\r\n") != std::string::npos);
  desk.wifi.networks.clear();
  CHECK_EQ(desk.type("scan_wifi\n"), "OK scan_wifi 0 networks\r\n");
}

TEST("what is typed behind scan_wifi is answered behind it, and in its order") {
  Desk desk;
  desk.wifi.next_scan = FakeWifi::Scan::Running;
  CHECK_EQ(desk.type("scan_wifi\nwifi_ssid=Home\n"), "");
  CHECK_EQ(desk.pass(5'000), "");
  desk.wifi.scan_state = FakeWifi::Scan::Done;
  CHECK_EQ(desk.pass(100), "OK scan_wifi 0 networks\r\nOK wifi_ssid\r\n");
}

TEST("a radio that is joining searches as soon as it has, and one that never can is not waited for") {
  Desk desk;
  desk.wifi.fails_scan = true;
  CHECK_EQ(desk.type("scan_wifi\n"), "");
  CHECK_EQ(desk.pass(10'000), "");
  desk.wifi.fails_scan = false;
  CHECK_EQ(desk.pass(100), "OK scan_wifi 0 networks\r\n");

  const std::string failed = "ERR scan_failed the radio is busy; try again\r\n";
  desk.wifi.fails_scan = true;
  desk.type("scan_wifi\n");
  CHECK_EQ(desk.pass(20'000), failed);
  desk.wifi.fails_scan = false;
  desk.wifi.next_scan = FakeWifi::Scan::Running;
  desk.type("scan_wifi\n");
  CHECK_EQ(desk.pass(20'000), failed);
  // The search broke off: the driver restarted, or another network is to be joined.
  desk.wifi.next_scan = FakeWifi::Scan::Failed;
  CHECK_EQ(desk.type("scan_wifi\n"), failed);
}

TEST("however many networks there are, their answer has room") {
  Desk desk;
  for (int i = 0; i < 60; i++) desk.wifi.addNetwork(std::string(32, 'x').c_str(), -100, false);
  const std::string answer = desk.type("scan_wifi\n");
  CHECK_EQ(count(answer, "- wifi_network: -100 locked xxx"), 20u);
  CHECK_EQ(count(answer, "OK scan_wifi 20 networks\r\n"), 1u);
}
