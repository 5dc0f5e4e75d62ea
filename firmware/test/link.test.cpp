#include "support/bench.h"
#include "support/check.h"

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A configured board with a VBUS sense, on the network and known to the server.
struct OnlineBench : Bench {
  explicit OnlineBench(uint64_t seed = 1) : Bench(seed) {
    mains.default_kind = hal::MainsInputKind::Vbus;
    battery.mv = 4000;
    configure();
    boot();
    CHECK(runUntil([this] { return mqtt.is_up && !server.beats.empty(); }, 20'000));
    run(3'000);
  }
  size_t beatsBy(bool by_mqtt) const {
    size_t count = 0;
    for (const auto& beat : server.beats) count += beat.by_mqtt == by_mqtt ? 1 : 0;
    return count;
  }
  int count(const std::string& request) const {
    int found = 0;
    for (const auto& one : server.requests) found += one == request ? 1 : 0;
    return found;
  }
};

constexpr const char* kEnrol = "POST /api/device/v1/enrol";
constexpr const char* kBeat = "POST /api/device/v1/heartbeat";

}  // namespace

TEST("a configured device enrols, connects and sends heartbeats at the interval it was told") {
  OnlineBench bench;
  CHECK_EQ(bench.count(kEnrol), 1);
  CHECK(holds(bench.server.enrol_body, "\"device_id\":\"fw-a1b2c3d4e5f6\""));
  CHECK(holds(bench.server.enrol_body, "\"device_type\":\"s2-mini\""));
  CHECK_EQ(bench.mqtt.last_transport, hal::MqttTransport::Tcp);
  CHECK_EQ(bench.mqtt.last_port, 1883);
  CHECK_EQ(bench.mqtt.last_host, "faiwatch.test");
  CHECK_EQ(bench.mqtt.last_will, "faiwatch/v1/fw-a1b2c3d4e5f6/status=offline");
  CHECK_EQ(bench.mqtt.subscribed, "faiwatch/v1/fw-a1b2c3d4e5f6/commands");
  CHECK_EQ(bench.server.status_messages, 1);
  const size_t before = bench.beatsBy(true);
  bench.run(100'000);
  CHECK_EQ(bench.beatsBy(true) - before, 10u);
  CHECK(holds(bench.server.beats.back().json, "\"rssi\":-61,\"ssid\":\"Home\""));
  CHECK_EQ(bench.server.invalid, 0);
}

TEST("the token is kept over a restart, and the boot has a new name") {
  OnlineBench bench;
  const uint32_t before = bench.server.beats.back().boot_id;
  bench.boot(hal::ResetReason::Software);
  bench.server.beats.clear();
  CHECK(bench.runUntil([&] { return !bench.server.beats.empty(); }, 20'000));
  CHECK_EQ(bench.count(kEnrol), 1);
  CHECK(bench.server.beats.back().boot_id != before);
  CHECK(holds(bench.server.beats.back().json, "\"reset_reason\":\"software\""));
}

TEST("a loss of mains is at the server within a third of a second, before anything is written") {
  OnlineBench bench;
  const int writes = bench.flash.writes;
  const int64_t lost_at = bench.server.now_ms;
  bench.setMains(false);
  int writes_when_told = -1;
  CHECK(bench.runUntil(
      [&] {
        if (bench.server.events.empty()) return false;
        writes_when_told = bench.flash.writes;
        return true;
      },
      300));
  CHECK_EQ(writes_when_told, writes);
  CHECK(bench.server.events[0].is_down);
  CHECK(bench.server.events[0].at_ms >= lost_at - 20 &&
        bench.server.events[0].at_ms <= lost_at + 20);
  CHECK(!bench.display.is_lit);
  bench.run(1'000);
  CHECK(!bench.server.beats.back().is_up);
  bench.setMains(true);
  bench.run(2'000);
  CHECK_EQ(bench.server.events.size(), 2u);
  CHECK(!bench.server.events[1].is_down);
  CHECK(bench.server.beats.back().is_up);
  CHECK(bench.display.is_lit);
}

TEST("after a loss one record is written, once") {
  OnlineBench bench;
  const int writes = bench.flash.writes;
  bench.flash.written_lengths.clear();
  bench.mqtt.is_deaf = true;
  bench.setMains(false);
  bench.run(1'000);
  // The first event begins its sector; that is its header.
  CHECK(bench.flash.writes - writes <= 2);
  CHECK_EQ(bench.flash.written_lengths.back(), faiwatch::EventRing::kRecordBytes);
}

TEST("with a supply below 2.8 V nothing is written at all") {
  OnlineBench bench;
  const int writes = bench.flash.writes;
  bench.battery.mv = 2700;
  bench.setMains(false);
  bench.run(5'000);
  CHECK_EQ(bench.server.events.size(), 1u);
  CHECK_EQ(bench.flash.writes, writes);
}

TEST("three failures of MQTT in a row lead to HTTP, and back when it answers again") {
  OnlineBench bench;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.server.beats.clear();
  bench.run(60'000);
  CHECK(bench.beatsBy(false) >= 3);
  bench.setMains(false);
  bench.run(1'000);
  CHECK_EQ(bench.server.events.size(), 1u);
  CHECK(bench.runUntil([&] { return holds(bench.serial.output, "Server: online over HTTP"); },
                       1'000));
  bench.server.is_mqtt_up = true;
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 240'000));
  bench.run(5'000);
  bench.server.beats.clear();
  bench.run(100'000);
  CHECK_EQ(bench.beatsBy(false), 0u);
  CHECK(bench.beatsBy(true) >= 9);
}

TEST("a loss while MQTT is away goes by HTTP at once") {
  OnlineBench bench;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.run(20);
  bench.setMains(false);
  bench.run(500);
  CHECK_EQ(bench.server.events.size(), 1u);
}

TEST("when only the WebSocket is to be reached, it is found and stayed with") {
  OnlineBench bench;
  bench.server.is_mqtt_up = false;
  CHECK(bench.runUntil(
      [&] {
        return bench.mqtt.is_up && bench.mqtt.last_transport == hal::MqttTransport::WebSocket;
      },
      60'000));
  CHECK_EQ(bench.mqtt.last_port, 8080);
  CHECK_EQ(bench.mqtt.last_path, "/mqtt");
  bench.run(1'000);
  bench.server.is_web_socket_up = false;
  bench.run(50);
  bench.server.is_web_socket_up = true;
  const int attempts = bench.mqtt.attempts;
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 5'000));
  CHECK_EQ(bench.mqtt.attempts, attempts + 1);
}

TEST("a server with MQTT as WebSocket only is spoken to so from the start") {
  Bench bench;
  bench.server.has_mqtt_port = false;
  bench.configure();
  bench.boot();
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 10'000));
  CHECK_EQ(bench.mqtt.attempts, 1);
  CHECK_EQ(bench.mqtt.last_transport, hal::MqttTransport::WebSocket);
}

TEST("a session that acknowledges nothing is ended, and its events are said again with a new age") {
  OnlineBench bench;
  bench.mqtt.is_deaf = true;
  bench.server.is_http_up = false;
  const int64_t lost_at = bench.server.now_ms;
  bench.setMains(false);
  bench.run(11'000);
  CHECK(bench.server.events.empty());
  bench.mqtt.is_deaf = false;
  CHECK(bench.runUntil([&] { return !bench.server.events.empty(); }, 60'000));
  const int64_t error = bench.server.events[0].at_ms - lost_at;
  CHECK(error >= -20 && error <= 20);
}

TEST("one event is in flight, also when MQTT comes back while it goes by HTTP") {
  OnlineBench bench;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.run(20);
  bench.http.latency_polls = 500;
  bench.setMains(false);
  bench.run(200);
  CHECK_EQ(bench.server.events.size(), 1u);
  bench.server.is_mqtt_up = true;
  bench.server.is_web_socket_up = true;
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 4'000));
  bench.run(8'000);
  CHECK_EQ(bench.server.repeats, 0);
}

TEST("an answer over HTTP that does not name the event is no acknowledgement") {
  OnlineBench bench;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.server.accepts_nothing = true;
  bench.run(20);
  bench.setMains(false);
  bench.run(60'000);
  CHECK(bench.server.repeats >= 2);
  bench.server.accepts_nothing = false;
  bench.run(120'000);
  const int repeats = bench.server.repeats;
  bench.run(120'000);
  CHECK_EQ(bench.server.repeats, repeats);
}

TEST("sessions that work and then break are taken up again within a second, time after time") {
  OnlineBench bench;
  const size_t by_http = bench.beatsBy(false);
  for (int i = 0; i < 8; i++) {
    bench.server.is_mqtt_up = bench.server.is_web_socket_up = false;
    bench.run(20);
    bench.server.is_mqtt_up = bench.server.is_web_socket_up = true;
    CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 1'200));
    bench.run(2'000);
  }
  CHECK_EQ(bench.beatsBy(false), by_http);
}

TEST("a client that takes nothing is asked again") {
  OnlineBench bench;
  bench.mqtt.fails_publish = true;
  bench.setMains(false);
  bench.run(1'000);
  bench.mqtt.fails_publish = false;
  bench.run(1'000);
  CHECK_EQ(bench.server.events.size(), 1u);
}

TEST("a client that takes nothing for long is given up") {
  OnlineBench bench;
  const int attempts = bench.mqtt.attempts;
  bench.mqtt.fails_publish = true;
  bench.run(25'000);
  CHECK(bench.mqtt.attempts > attempts);
}

TEST("events wait through an hour without a server, and tries do not become a flood") {
  OnlineBench bench;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.server.is_http_up = false;
  bench.run(1'000);
  bench.setMains(false);
  bench.run(10'000);
  bench.setMains(true);
  const int attempts = bench.mqtt.attempts;
  bench.tick_ms = 100;
  bench.run(3'600'000);
  CHECK(bench.mqtt.attempts - attempts < 200);
  CHECK(bench.mqtt.attempts - attempts > 20);
  CHECK(bench.server.events.empty());
  bench.server.is_mqtt_up = true;
  bench.server.is_http_up = true;
  CHECK(bench.runUntil([&] { return bench.server.events.size() == 2; }, 300'000));
  CHECK(bench.server.events[0].is_down && !bench.server.events[1].is_down);
  const int64_t lasted = bench.server.events[1].at_ms - bench.server.events[0].at_ms;
  CHECK(lasted > 9'900 && lasted < 10'100);
}

TEST("a token that is refused over HTTP is replaced by enrolling anew") {
  OnlineBench bench;
  bench.server.token = "fwd_somebody_reset_the_server";
  bench.server.is_mqtt_up = false;
  bench.run(50);
  bench.server.is_mqtt_up = true;
  CHECK(bench.runUntil([&] { return bench.count(kEnrol) == 2 && bench.mqtt.is_up; }, 120'000));
  bench.run(1'000);
  CHECK_EQ(bench.server.token.substr(bench.server.token.size() - 2), "11");
}

TEST("a server that gives tokens and refuses them is not asked without end") {
  OnlineBench bench;
  bench.server.refuses_tokens = true;
  bench.server.is_mqtt_up = false;
  bench.run(50);
  bench.server.is_mqtt_up = true;
  bench.tick_ms = 50;
  bench.run(3'600'000);
  CHECK(bench.count(kEnrol) > 10 && bench.count(kEnrol) < 60);
}

TEST("each refusal of an enrolment stops the device, is told, and is tried again slowly") {
  for (const char* code : {"KEY_NOT_FOUND", "KEY_INACTIVE", "KEY_EXPIRED", "KEY_IN_USE",
                           "KEY_PHONE_MISMATCH", "CONFLICT", "FORBIDDEN"}) {
    check::setContext(code);
    Bench bench;
    bench.server.enrol_code = code;
    bench.configure();
    bench.boot();
    bench.run(20'000);
    const std::string told = bench.serial.take();
    CHECK(holds(told, std::string("* Server refused: ") + code));
    // The server was reached and told the reason.
    CHECK(!holds(told, "did not take it"));
    CHECK_EQ(bench.server.requests.size(), 1u);
    CHECK(holds(bench.type("show_config\n"), std::string("- server: ") + code));
    bench.tick_ms = 100;
    bench.run(1'700'000);
    CHECK_EQ(bench.server.requests.size(), 1u);
    bench.server.enrol_code = "";
    bench.run(2'000'000);
    CHECK(bench.mqtt.is_up);
  }
}

TEST("a request that is wrong is not repeated until something changes") {
  Bench bench;
  bench.server.enrol_code = "VALIDATION";
  bench.server.enrol_status = 400;
  bench.configure();
  bench.boot();
  bench.tick_ms = 100;
  bench.run(24 * 3'600'000ULL);
  CHECK_EQ(bench.server.requests.size(), 1u);
  bench.server.enrol_code = "";
  bench.type("customer_phone=0812345678\nsave_config\n");
  bench.run(5'000);
  CHECK(bench.mqtt.is_up);
}

TEST("too many tries, or a full disk, are waited out as the server asks") {
  for (const char* code : {"RATE_LIMITED", "UNAVAILABLE"}) {
    Bench bench;
    bench.server.enrol_code = code;
    bench.server.enrol_status = 429;
    bench.server.retry_after = 120;
    bench.configure();
    bench.boot();
    bench.run(119'000);
    CHECK_EQ(bench.server.requests.size(), 1u);
    bench.server.enrol_code = "";
    bench.run(70'000);
    CHECK(bench.mqtt.is_up);
  }
}

TEST("an answer that is none is tried again with growing waits") {
  Bench bench;
  bench.server.enrol_code = "WHAT";
  bench.server.enrol_status = 502;
  bench.configure();
  bench.boot();
  bench.tick_ms = 100;
  bench.run(1'800'000);
  CHECK(bench.server.requests.size() > 8 && bench.server.requests.size() < 60);
}

TEST("what the server does not take is told to whoever set the device up") {
  struct {
    void (*spoil)(Bench&);
    const char* words;
  } cases[] = {
      {[](Bench& bench) { bench.server.is_http_up = false; }, "unreachable"},
      {[](Bench& bench) {
         bench.server.enrol_code = "MOVED";
         bench.server.enrol_status = 301;
       },
       "HTTP 301"},
      {[](Bench& bench) { bench.server.lost_answer_percent = 100; }, "no answer in time"},
      {[](Bench& bench) { bench.http.breaks_after = 0; }, "not an answer of FaiWatch"},
      {[](Bench& bench) { bench.http.has_tls_failed = true; }, "certificate or TLS failed"},
  };
  for (const auto& one : cases) {
    check::setContext(one.words);
    Bench bench;
    one.spoil(bench);
    bench.configure();
    bench.boot();
    bench.run(20'000);
    CHECK(holds(bench.serial.take(), std::string("* Server did not take it: ") + one.words));
    CHECK(holds(bench.type("show_config\n"), std::string("- last_problem: ") + one.words));
  }
}

TEST("an HTTP client that never ends a call is given up after a minute") {
  Bench bench;
  bench.http.is_stuck = true;
  bench.configure();
  bench.boot();
  bench.run(59'000);
  CHECK_EQ(bench.http.cancels, 0);
  bench.http.is_stuck = false;
  bench.run(5'000);
  CHECK_EQ(bench.http.cancels, 1);
  bench.run(10'000);
  CHECK(bench.mqtt.is_up);
}

TEST("a revoked device keeps its configuration and its events, and comes back when it may") {
  OnlineBench bench;
  bench.server.is_revoked = true;
  bench.server.is_mqtt_up = false;
  bench.run(50);
  bench.server.is_mqtt_up = true;
  CHECK(bench.runUntil(
      [&] { return holds(bench.serial.output, "* Server refused: DEVICE_REVOKED"); }, 60'000));
  const int beats = bench.count(kBeat);
  bench.setMains(false);
  bench.run(290'000);
  CHECK_EQ(bench.count(kBeat), beats);
  CHECK(!bench.mqtt.is_up);
  bench.run(320'000);
  CHECK_EQ(bench.count(kBeat), beats + 1);
  bench.server.is_revoked = false;
  CHECK(bench.runUntil([&] { return bench.server.events.size() == 1; }, 700'000));
  CHECK_EQ(bench.count(kEnrol), 1);
  bench.run(5'000);
  CHECK(bench.mqtt.is_up);
}

TEST("a revoked device that finds no server goes on asking") {
  OnlineBench bench;
  bench.server.is_revoked = true;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.run(60'000);
  bench.server.is_http_up = false;
  bench.tick_ms = 100;
  bench.run(1'200'000);
  bench.server.is_http_up = true;
  bench.server.is_revoked = false;
  bench.server.is_mqtt_up = true;
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 1'400'000));
}

TEST("commands come with heartbeat answers and over MQTT") {
  OnlineBench bench;
  bench.server.mqtt_commands.push_back("{\"type\":\"identify\"}");
  bench.led.changes = 0;
  bench.run(5'000);
  CHECK(bench.led.changes > 80);
  bench.server.mqtt_commands.push_back("{\"type\":\"dance\"}");
  bench.server.mqtt_commands.push_back("no json");
  bench.run(1'000);
  CHECK(bench.mqtt.is_up);
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.server.commands = "[{\"type\":\"restart\"}]";
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 60'000));
}

TEST("a restart by command says goodbye first") {
  OnlineBench bench;
  bench.server.mqtt_commands.push_back("{\"type\":\"restart\"}");
  bench.run(200);
  CHECK_EQ(bench.mqtt.goodbyes, 1);
  CHECK(bench.board.restarts > 0);
}

TEST("a lost network is gone on from, by the same boot") {
  OnlineBench bench;
  const uint32_t boot_id = bench.server.beats.back().boot_id;
  bench.wifi.is_router_up = false;
  bench.run(60'000);
  bench.setMains(false);
  bench.run(60'000);
  bench.setMains(true);
  bench.run(60'000);
  CHECK(bench.server.events.empty());
  bench.wifi.is_router_up = true;
  CHECK(bench.runUntil([&] { return bench.server.events.size() == 2; }, 60'000));
  bench.run(1'000);
  CHECK_EQ(bench.server.beats.back().boot_id, boot_id);
  // Events are sent before heartbeats.
  CHECK(bench.server.events[0].arrived_ms <= bench.server.beats.back().arrived_ms);
}

TEST("events of an earlier boot arrive with their true times, after a day without network") {
  OnlineBench bench;
  bench.wifi.is_router_up = false;
  bench.run(10'000);
  const int64_t lost_at = bench.server.now_ms;
  bench.setMains(false);
  bench.run(60'000);
  // The battery dies; a day later mains is back.
  bench.shutDown();
  bench.clock_ms += 86'400'000;
  bench.server.now_ms += 86'400'000;
  bench.setMains(true);
  const int64_t back_at = bench.server.now_ms;
  bench.boot(hal::ResetReason::PowerOn);
  bench.run(5'000);
  bench.wifi.is_router_up = true;
  CHECK(bench.runUntil([&] { return bench.server.events.size() == 2; }, 120'000));
  CHECK(bench.server.events[0].is_down);
  CHECK(!bench.server.events[1].is_down);
  const int64_t down_error = bench.server.events[0].at_ms - lost_at;
  const int64_t up_error = bench.server.events[1].at_ms - back_at;
  CHECK(down_error > -1'000 && down_error < 1'000);
  CHECK(up_error > -100 && up_error < 1'100);
}

TEST("an event whose moment nobody can know is not told with an invented one") {
  Bench bench;
  bench.mains.default_kind = hal::MainsInputKind::Vbus;
  bench.configure();
  bench.wifi.is_router_up = false;
  bench.boot();
  bench.run(10'000);
  bench.setMains(false);
  bench.run(10'000);
  bench.setMains(true);
  bench.boot(hal::ResetReason::PowerOn);
  bench.wifi.is_router_up = true;
  bench.run(60'000);
  // The return is of this boot and has its time; the loss was of one that never learned it.
  CHECK_EQ(bench.server.events.size(), 1u);
  CHECK(!bench.server.events[0].is_down);
  CHECK(holds(bench.serial.take(), "1 of an unknown time"));
}

TEST("a loss is not held up by older events that wait for the time of day") {
  Bench bench;
  bench.mains.default_kind = hal::MainsInputKind::Vbus;
  bench.configure();
  bench.wifi.is_router_up = false;
  bench.boot();
  bench.run(10'000);
  bench.setMains(false);
  bench.run(5'000);
  bench.setMains(true);
  bench.run(5'000);
  // The server's MQTT can be reached, its HTTP can only once, to enrol.
  bench.boot(hal::ResetReason::Panic);
  bench.wifi.is_router_up = true;
  bench.server.tells_time = false;
  bench.run(20'000);
  CHECK(bench.mqtt.is_up);
  CHECK(bench.server.events.empty());
  bench.setMains(false);
  bench.run(500);
  CHECK_EQ(bench.server.events.size(), 1u);
  bench.setMains(true);
  bench.run(2'000);
  CHECK_EQ(bench.server.events.size(), 2u);
}

TEST("the time of day is asked for once a day") {
  OnlineBench bench;
  const int before = bench.count(kBeat);
  bench.tick_ms = 100;
  bench.run(24 * 3'600'000ULL + 60'000);
  CHECK_EQ(bench.count(kBeat), before + 1);
}

TEST("answers of a server gone mad do no harm") {
  OnlineBench bench;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.server.commands = "[[[[[[";
  bench.setMains(false);
  bench.run(30'000);
  bench.server.commands = std::string(5'000, '[');
  bench.run(60'000);
  bench.server.commands = "[]";
  bench.run(60'000);
  CHECK_EQ(bench.server.events.size(), 1u);
}

TEST("a long queue does not keep heartbeats from HTTP") {
  OnlineBench bench;
  bench.wifi.is_router_up = false;
  for (int i = 0; i < 100; i++) {
    bench.setMains(i % 2 == 1);
    bench.run(2'000);
  }
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.http.latency_polls = 100;
  bench.wifi.is_router_up = true;
  bench.run(40'000);
  bench.server.beats.clear();
  bench.run(60'000);
  CHECK(bench.server.events.size() > 20 && bench.server.events.size() < 100);
  CHECK(bench.server.beats.size() >= 3);
  bench.run(200'000);
  CHECK_EQ(bench.server.events.size(), 100u);
  for (size_t i = 1; i < bench.server.events.size(); i++) {
    CHECK(bench.server.events[i].seq > bench.server.events[i - 1].seq);
  }
}

TEST("to a server with https:// the token never goes in clear, whatever port it once named") {
  Bench bench;
  bench.configure();
  const faiwatch::ConfigRules rules(bench.board.board, bench.mains);
  faiwatch::ConfigStore configs(bench.store, rules);
  faiwatch::Config config;
  configs.load(config);
  config.server_url.assign("https://faiwatch.test");
  configs.save(config);
  bench.server.is_mqtt_up = bench.server.is_web_socket_up = false;
  bench.boot();
  bench.run(5'000);
  // The server named 1883 without TLS, as older ones do.
  for (int i = 0; i < 120; i++) {
    bench.run(1'000);
    CHECK_EQ(bench.mqtt.last_transport, hal::MqttTransport::WebSocketTls);
    CHECK_EQ(bench.mqtt.last_port, 443);
  }
  CHECK(bench.mqtt.attempts > 2);
  bench.server.is_web_socket_up = true;
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 120'000));
  CHECK_EQ(bench.server.tokens_given, 1);
}

TEST("heartbeats over HTTP go over one connection, which ends when MQTT is back or the network goes") {
  OnlineBench bench;
  CHECK(!bench.http.is_kept);
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  CHECK(bench.runUntil([&] { return bench.http.is_kept; }, 60'000));
  const int connections = bench.http.connections;
  const size_t beats = bench.beatsBy(false);
  bench.run(300'000);
  CHECK(bench.beatsBy(false) - beats >= 29);
  // The question for newer firmware closes it once.
  CHECK(bench.http.connections <= connections + 1);
  bench.wifi.is_router_up = false;
  bench.run(1'000);
  CHECK(!bench.http.is_kept);
  bench.wifi.is_router_up = true;
  CHECK(bench.runUntil([&] { return bench.http.is_kept; }, 60'000));
  bench.server.is_mqtt_up = true;
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 240'000));
  bench.run(100);
  CHECK(!bench.http.is_kept);
}

TEST("a certificate that has run out is found out with the first clock, and what came with it is not taken") {
  Bench bench;
  bench.configure();
  bench.trust.runs_out_ms = bench.server.now_ms - 1'000;
  bench.boot();
  bench.run(60'000);
  CHECK(!bench.server.requests.empty());
  CHECK_EQ(bench.mqtt.attempts, 0);
  CHECK(bench.server.beats.empty());
  CHECK(holds(bench.type("show_config\n"), "certificate or TLS failed"));
  // The server has a new one.
  bench.trust.runs_out_ms = INT64_MAX;
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 600'000));
}

TEST("a certificate that runs out while the board is up ends nothing, but is not taken again") {
  OnlineBench bench;
  bench.trust.runs_out_ms = bench.server.now_ms;
  bench.run(60'000);
  CHECK(bench.mqtt.is_up);
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.run(1'000);
  bench.server.is_mqtt_up = true;
  bench.server.is_web_socket_up = true;
  bench.server.beats.clear();
  bench.run(600'000);
  CHECK(bench.server.beats.empty());
}

TEST("a server whose clock was years ahead is spoken to again an hour after it was set right") {
  OnlineBench bench;
  const int64_t now_ms = bench.server.now_ms;
  bench.trust.runs_out_ms = now_ms + 90LL * 86'400'000;
  bench.tick_ms = 100;
  bench.server.now_ms += 3'000LL * 86'400'000;
  // At the daily look at its clock.
  bench.run(86'500'000);
  CHECK(bench.trust.refuses());
  bench.server.now_ms = now_ms;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.run(10'000);
  bench.server.is_mqtt_up = true;
  bench.server.is_web_socket_up = true;
  bench.server.beats.clear();
  bench.run(1'800'000);
  CHECK(bench.server.beats.empty());
  bench.run(2'400'000);
  CHECK(!bench.server.beats.empty());
  CHECK(!bench.trust.refuses());
}
