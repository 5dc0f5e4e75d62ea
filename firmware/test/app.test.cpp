#include "support/bench.h"
#include "support/check.h"

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kLines =
    "wifi_ssid=Home\r\nwifi_pass=correct horse\r\nactivation_key=FTRRV-N5ACK-2A8B7-C8YGR\r\n"
    "customer_phone=0812345678\r\ndevice_type=esp32-s2-mini\r\nserver_url=http://"
    "192.168.1.2:8080\r\n";

}  // namespace

TEST("a new board says who it is and opens its set-up network") {
  Bench bench;
  bench.boot();
  bench.run(1'000);
  const std::string said = bench.serial.take();
  CHECK(holds(said, "* FaiWatch 1.0.0\r\n"));
  CHECK(holds(said, "* device_id: fw-a1b2c3d4e5f6\r\n"));
  CHECK(holds(said, "* reset: power_on\r\n"));
  CHECK(holds(said, "* Setup network open: FaiWatch-D4E5F6\r\n"));
  CHECK(bench.wifi.is_ap_on);
  CHECK_EQ(bench.wifi.attempts, 0);
  CHECK(bench.board.feeds >= 100);
}

TEST("configured over the serial line, it comes online with nothing else being touched") {
  Bench bench;
  bench.boot();
  bench.run(500);
  const std::string answers = bench.type(kLines);
  CHECK(holds(answers, "OK server_url\r\n"));
  CHECK(holds(bench.type("save_config\r\n"), "OK save_config Configuration saved\r\n"));
  CHECK(holds(bench.type("restart\r\n"), "OK restart Restarting\r\n"));
  CHECK(bench.board.restarts > 0);
  bench.boot(hal::ResetReason::Software);
  CHECK(bench.runUntil([&] { return !bench.server.beats.empty(); }, 20'000));
  const std::string said = bench.serial.take();
  CHECK(holds(said, "* WiFi connected: 192.168.1.7\r\n"));
  CHECK(holds(said, "* Server: enrolled\r\n"));
  bench.run(1'000);
  CHECK(holds(bench.type("show_config\n"), "- server: online\r\n"));
  CHECK(holds(bench.type("show_config\n"), "- power: not sensed\r\n"));
  CHECK(holds(bench.type("show_config\n"), "- wifi: 192.168.1.7\r\n"));
  CHECK(holds(bench.type("show_config\n"), "- free_heap: 91000\r\n- largest_block: 60000\r\n"));
}

TEST("configured through the portal, it tries at once and closes the portal when all is well") {
  Bench bench;
  bench.boot();
  bench.run(500);
  bench.wifi.ap_clients = 1;
  bench.portal.request(hal::PortalMethod::Get, "/");
  const FakeReply reply = bench.portal.request(hal::PortalMethod::Post, "/save",
                                               "wifi_ssid=Home&wifi_pass=correct+horse&activation_"
                                               "key=FTRRVN5ACK2A8B7C8YGR&customer_phone=0812345678"
                                               "&server_url=http%3A%2F%2F192.168.1.2%3A8080");
  CHECK_EQ(reply.status, 200);
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 20'000));
  CHECK(holds(bench.serial.take(), "* Configuration saved\r\n"));
  CHECK(holds(bench.type("show_config\n"), "- changes: none\r\n"));
  bench.run(70'000);
  CHECK(!bench.wifi.is_ap_on);
}

TEST("a form that cannot be stored changes nothing") {
  Bench bench;
  bench.boot();
  bench.run(500);
  bench.store.fails_writes = true;
  const FakeReply reply = bench.portal.request(hal::PortalMethod::Post, "/save",
                                               "wifi_ssid=Home&wifi_pass=correct+horse&activation_"
                                               "key=FTRRVN5ACK2A8B7C8YGR&customer_phone=0812345678"
                                               "&server_url=http%3A%2F%2F192.168.1.2%3A8080");
  CHECK_EQ(reply.status, 422);
  bench.run(5'000);
  CHECK_EQ(bench.wifi.attempts, 0);
}

TEST("a wrong password is told, and mended by saving again") {
  Bench bench;
  bench.boot();
  bench.type(kLines);
  bench.type("wifi_pass=wrong horse\nsave_config\n");
  bench.run(5'000);
  CHECK(holds(bench.serial.take(), "* WiFi not connected: wrong password\r\n"));
  CHECK(holds(bench.type("show_config\n"), "- wifi: wrong password\r\n"));
  bench.type("wifi_pass=correct horse\nsave_config\n");
  bench.run(2'000);
  CHECK_EQ(bench.wifi.current, FakeWifi::State::Connected);
}

TEST("a new key is enrolled at once; a new mains input alone costs no connection") {
  Bench bench;
  bench.configure();
  bench.boot();
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 20'000));
  bench.run(10'000);
  const int attempts = bench.mqtt.attempts;
  bench.type("mains_input=vbus\nsave_config\n");
  bench.run(2'000);
  CHECK_EQ(bench.mqtt.attempts, attempts);
  CHECK_EQ(bench.mains.selected, hal::MainsInputKind::Vbus);
  bench.run(20'000);
  CHECK(bench.server.beats.back().has_sense);
  CHECK(holds(bench.type("show_config\n"), "- power: up\r\n"));
  bench.server.key = "YGAB9-N3MJK-7N71X-BZZ1W";
  bench.type("activation_key=YGAB9-N3MJK-7N71X-BZZ1W\nsave_config\n");
  bench.run(5'000);
  CHECK_EQ(bench.server.tokens_given, 2);
  CHECK(bench.mqtt.is_up);
}

TEST("an optocoupler chosen in the portal tells when the mains goes and when it is back") {
  Bench bench;
  bench.configure();
  bench.boot();
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 20'000));
  bench.button.is_pressed = true;
  bench.run(4'000);
  bench.button.is_pressed = false;
  CHECK_EQ(bench.portal.request(hal::PortalMethod::Post, "/save", "mains_input=optocoupler").status,
           200);
  CHECK_EQ(bench.mains.selected, hal::MainsInputKind::Optocoupler);
  bench.run(5'000);
  bench.setMains(false);
  bench.run(1'000);
  CHECK_EQ(bench.server.events.size(), 1u);
  CHECK(bench.server.events[0].is_down);
  bench.setMains(true);
  bench.run(5'000);
  CHECK_EQ(bench.server.events.size(), 2u);
  CHECK(!bench.server.events[1].is_down);
}

TEST("cleared, it is a new board again, and keeps nothing to speak with") {
  Bench bench;
  bench.configure();
  bench.boot();
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 20'000));
  CHECK(holds(bench.type("clear_config\n"), "OK clear_config Configuration cleared\r\n"));
  bench.run(2'000);
  CHECK(!bench.mqtt.is_up);
  CHECK_EQ(bench.mqtt.goodbyes, 1);
  CHECK_EQ(bench.wifi.current, FakeWifi::State::Idle);
  CHECK(bench.wifi.is_ap_on);
  // The set-up network's password and the number of starts stay. They are no secrets of the owner.
  CHECK_EQ(bench.store.values.size(), 2u);
  CHECK_EQ(bench.store.values.count("setup_pass"), 1u);
  CHECK_EQ(bench.store.values.count("starts"), 1u);
  bench.boot();
  bench.run(10'000);
  CHECK(!bench.mqtt.is_up);
}

TEST("a long press opens the set-up network of a working device, which goes on working") {
  Bench bench;
  bench.configure();
  bench.boot();
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 20'000));
  bench.button.is_pressed = true;
  bench.run(2'000);
  CHECK(!bench.wifi.is_ap_on);
  bench.run(2'000);
  CHECK(bench.wifi.is_ap_on);
  bench.button.is_pressed = false;
  bench.run(10'000);
  CHECK(bench.mqtt.is_up);
}

TEST("after five minutes without Wi-Fi the set-up network opens, and the station goes on trying") {
  Bench bench;
  bench.configure();
  bench.wifi.is_router_up = false;
  bench.boot();
  bench.run(295'000);
  CHECK(!bench.wifi.is_ap_on);
  bench.run(10'000);
  CHECK(bench.wifi.is_ap_on);
  const int attempts = bench.wifi.attempts;
  bench.run(300'000);
  CHECK(bench.wifi.attempts > attempts + 5);
  bench.wifi.is_router_up = true;
  bench.run(120'000);
  CHECK(!bench.wifi.is_ap_on);
  CHECK(bench.mqtt.is_up);
}

TEST("the LED test says on and off as the LED does") {
  Bench bench;
  bench.board.board.kind = hal::BoardKind::S2Test;
  bench.boot();
  bench.run(1'000);
  CHECK(holds(bench.type("led_test\n"), "OK led_test LED test started\r\n"));
  bench.run(5'000);
  const std::string said = bench.serial.take();
  size_t ons = 0;
  size_t offs = 0;
  for (size_t at = said.find("* LED on\r\n"); at != std::string::npos;
       at = said.find("* LED on\r\n", at + 1))
    ons++;
  for (size_t at = said.find("* LED off\r\n"); at != std::string::npos;
       at = said.find("* LED off\r\n", at + 1))
    offs++;
  CHECK(ons >= 2 && offs == 3);
}

TEST("the display follows, is drawn at changes only, and is dark without mains") {
  Bench bench;
  bench.mains.default_kind = hal::MainsInputKind::Battery;
  bench.board.board.kind = hal::BoardKind::TDisplay;
  bench.battery.mv = 4800;
  bench.configure();
  bench.boot();
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 20'000));
  bench.run(120'000);
  CHECK_EQ(faiwatch::TextView(bench.display.screen.headline.text), "POWER ON");
  CHECK_EQ(faiwatch::TextView(bench.display.screen.service.text), "Key ok, online");
  // The charger's rail is not the battery's voltage.
  CHECK(!holds(bench.server.beats.back().json, "voltage"));
  const int draws = bench.display.draws;
  bench.run(60'000);
  CHECK(bench.display.draws - draws <= 2);
  bench.setMains(false);
  bench.run(20);
  CHECK(!bench.display.is_lit);
  const int dark_draws = bench.display.draws;
  bench.run(5'000);
  CHECK_EQ(bench.display.draws, dark_draws);
  CHECK(holds(bench.server.beats.back().json, "\"power\":\"DOWN\""));
  CHECK(holds(bench.server.beats.back().json, "\"voltage\":3.900,\"battery_level\":66"));
  CHECK(holds(bench.type("show_config\n"), "- power: down\r\n"));
}

TEST(
    "a loss that happened while the board was off is told at the start, a known one is not told "
    "again") {
  Bench bench;
  bench.mains.default_kind = hal::MainsInputKind::Vbus;
  bench.configure();
  bench.setMains(false);
  bench.boot();
  bench.run(20'000);
  CHECK_EQ(bench.server.events.size(), 1u);
  CHECK(bench.server.events[0].is_down);
  bench.boot(hal::ResetReason::Panic);
  bench.run(20'000);
  CHECK_EQ(bench.server.events.size(), 1u);
  CHECK(!bench.server.beats.back().is_up);
  bench.setMains(true);
  bench.boot(hal::ResetReason::PowerOn);
  bench.run(20'000);
  CHECK_EQ(bench.server.events.size(), 2u);
  CHECK(!bench.server.events[1].is_down);
}

TEST("heartbeats wait until power is judged, but not for an input that cannot be read") {
  Bench bench;
  bench.mains.default_kind = hal::MainsInputKind::Battery;
  bench.battery.mv = 0;
  bench.wifi.connect_polls = 1;
  bench.configure();
  bench.boot();
  bench.run(4'900);
  CHECK(bench.server.beats.empty());
  bench.run(5'000);
  CHECK(!bench.server.beats.empty());
}

TEST("what was not written yet is written before a restart") {
  Bench bench;
  bench.mains.default_kind = hal::MainsInputKind::Vbus;
  bench.configure();
  bench.wifi.is_router_up = false;
  bench.boot();
  bench.run(3'000);
  bench.flash.fails_writes = true;
  bench.setMains(false);
  bench.run(1'000);
  bench.flash.fails_writes = false;
  bench.type("restart\n");
  CHECK(bench.board.restarts > 0);
  faiwatch::EventRing ring(bench.flash);
  ring.recover();
  CHECK_EQ(ring.pendingCount(), 1u);
}

TEST("a restart does not wait for a port that takes nothing") {
  Bench bench;
  bench.boot();
  bench.run(1'000);
  bench.serial.room = 0;
  bench.serial.input = "restart\n";
  bench.run(300);
  CHECK_EQ(bench.board.restarts, 0);
  bench.run(400);
  CHECK(bench.board.restarts > 0);
}
