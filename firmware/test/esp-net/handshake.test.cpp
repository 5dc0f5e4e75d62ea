// Whose turn a TLS handshake is, between EspMqttClient and EspHttpClient.
#include "hal_esp/net/handshake.h"

#include <memory>
#include <vector>

#include "desk-rtos.h"
#include "fake-broker.h"
#include "fake-tls.h"
#include "fake-web.h"
#include "hal_esp/net/esp-http-client.h"
#include "hal_esp/net/esp-mqtt-client.h"
#include "support/check.h"

using namespace faiwatch;
using mqtt::Broker;
using mqtt::broker;
using tls::handshakes;

namespace {

constexpr uint32_t kHandshakeMs = 2'000;

struct Bench final : private hal::MqttListener, private hal::HttpListener {
  Bench() {
    esp::beginHandshakes();
    mqtt.begin();
    http.begin();
    handshakes.last_ms = kHandshakeMs;
  }

  void run(uint32_t ms) {
    for (uint32_t passed = 0; passed < ms; passed += 10) {
      rtos::advance(10);
      mqtt.poll();
      http.poll();
    }
  }
  void connect(hal::MqttTransport transport = hal::MqttTransport::WebSocketTls) {
    CHECK(mqtt.connect({transport, "server", 443, "/mqtt", "fw-1", "fwd_token", 10, "t/status", "offline"},
                       *this));
  }
  void beat() {
    CHECK(http.start({hal::HttpMethod::Post, "https://server/beat", "fwd_token", "{}", 2, 15'000, true},
                     *this));
  }

  void onMqttConnected() override { connected++; }
  void onMqttAcknowledged(uint16_t) override {}
  void onMqttMessage(const char*, const uint8_t*, size_t) override {}
  void onMqttEnd(hal::MqttEnd end) override { mqtt_ends.push_back(end); }
  void onHttpHead(const hal::HttpHead&) override {}
  bool onHttpBody(const uint8_t*, size_t) override { return true; }
  void onHttpEnd(hal::HttpEnd end) override { http_ends.push_back(end); }
  bool hasAnswer() const { return http_ends.size() == 1 && http_ends[0] == hal::HttpEnd::Complete; }

  rtos::Clock clock;
  esp::EspMqttClient mqtt{clock};
  esp::EspHttpClient http{clock};
  int connected = 0;
  std::vector<hal::MqttEnd> mqtt_ends;
  std::vector<hal::HttpEnd> http_ends;
};

Bench& makeBench() {
  rtos::fresh();
  broker = {};
  web::server = {};
  handshakes = {};
  static auto& all = *new std::vector<std::unique_ptr<Bench>>;
  all.push_back(std::make_unique<Bench>());
  return *all.back();
}

}  // namespace

TEST("MQTT and HTTP make their handshakes one after the other, whoever begins") {
  for (const bool is_mqtt_first : {true, false}) {
    check::setContext(is_mqtt_first ? "MQTT first" : "HTTP first");
    Bench& bench = makeBench();
    if (is_mqtt_first) bench.connect();
    if (!is_mqtt_first) bench.beat();
    bench.run(500);
    if (is_mqtt_first) bench.beat();
    if (!is_mqtt_first) bench.connect();
    bench.run(kHandshakeMs);
    CHECK_EQ(bench.connected + bench.hasAnswer(), 1);
    bench.run(kHandshakeMs + 500);
    CHECK_EQ(bench.connected, 1);
    CHECK(bench.hasAnswer());
    CHECK_EQ(handshakes.done, 2);
    CHECK_EQ(handshakes.most, 1);
  }
}

TEST("a handshake that fails, or is wanted no more, leaves the turn to the other") {
  for (const bool fails : {true, false}) {
    check::setContext(fails ? "fails" : "wanted no more");
    Bench& bench = makeBench();
    if (fails) broker.answer = Broker::Answer::BadCertificate;
    bench.connect();
    bench.run(500);
    if (!fails) bench.mqtt.disconnect(false);
    bench.beat();
    bench.run(2 * kHandshakeMs + 500);
    CHECK(bench.hasAnswer());
    CHECK_EQ(bench.mqtt_ends.size(), fails ? 1u : 0u);
    CHECK_EQ(handshakes.most, 1);
    CHECK_EQ(broker.alive, 0);
  }
  Bench& bench = makeBench();
  web::server.accepts = false;
  web::server.tls_error = 0x801a;
  bench.beat();
  bench.run(500);
  bench.connect();
  bench.run(2 * kHandshakeMs + 500);
  CHECK_EQ(bench.connected, 1);
}

TEST("a server that TCP does not reach, and one without TLS, keep nobody waiting") {
  Bench& bench = makeBench();
  broker.answer = Broker::Answer::None;
  bench.connect();
  bench.run(100);
  bench.beat();
  bench.run(kHandshakeMs + 500);
  CHECK(bench.hasAnswer());

  Bench& plain = makeBench();
  plain.beat();
  plain.run(100);
  plain.connect(hal::MqttTransport::Tcp);
  plain.run(500);
  CHECK_EQ(plain.connected, 1);
  CHECK(!plain.hasAnswer());
}

TEST("a connection that stands has had its turn") {
  Bench& bench = makeBench();
  bench.connect();
  bench.run(kHandshakeMs + 500);
  CHECK_EQ(bench.connected, 1);
  bench.beat();
  bench.run(kHandshakeMs + 500);
  CHECK(bench.hasAnswer());
  // The kept connection needs no handshake.
  bench.http_ends.clear();
  bench.beat();
  bench.run(200);
  CHECK(bench.hasAnswer());
  CHECK_EQ(handshakes.done, 2);
}
