// EspMqttClient against fake-broker.cpp.
#include <string.h>

#include <memory>
#include <vector>

#include "desk-rtos.h"
#include "fake-broker.h"
#include "fake-tls.h"
#include "hal_esp/net/esp-mqtt-client.h"
#include "hal_esp/net/handshake.h"
#include "support/check.h"

using namespace faiwatch;
using faiwatch::esp::EspMqttClient;
using mqtt::Broker;
using mqtt::broker;

namespace {

class Listener final : public hal::MqttListener {
 public:
  void onMqttConnected() override { connected++; }
  void onMqttAcknowledged(uint16_t packet_id) override { acknowledged.push_back(packet_id); }
  void onMqttMessage(const char* topic, const uint8_t* payload, size_t length) override {
    messages.emplace_back(topic, std::string(reinterpret_cast<const char*>(payload), length));
  }
  void onMqttEnd(hal::MqttEnd end) override { ends.push_back(end); }

  bool hasEnded(hal::MqttEnd end) const { return ends.size() == 1 && ends[0] == end; }

  int connected = 0;
  std::vector<int> acknowledged;
  std::vector<std::pair<std::string, std::string>> messages;
  std::vector<hal::MqttEnd> ends;
};

struct Bench {
  Bench() {
    tls::handshakes = {};
    esp::beginHandshakes();
    client.begin();
  }

  void run(uint32_t ms) {
    for (uint32_t passed = 0; passed < ms; passed += 10) {
      rtos::advance(10);
      client.poll();
    }
  }
  bool connect(Listener& listener, hal::MqttTransport transport = hal::MqttTransport::Tcp) {
    return client.connect({transport, "server", 1883, "/mqtt", "fw-1", "fwd_token", 10,
                           "faiwatch/v1/fw-1/status", "offline"},
                          listener);
  }
  uint16_t publish(const char* text) { return client.publish("t/x", text, strlen(text)); }

  rtos::Clock clock;
  EspMqttClient client{clock};
};

Bench& makeBench() {
  rtos::fresh();
  broker = {};
  static auto& all = *new std::vector<std::unique_ptr<Bench>>;
  all.push_back(std::make_unique<Bench>());
  return *all.back();
}

}  // namespace

TEST("a session begins as it was asked for") {
  Bench& bench = makeBench();
  Listener listener;
  CHECK(bench.connect(listener, hal::MqttTransport::WebSocketTls));
  CHECK_EQ(listener.connected, 0);
  bench.run(100);
  CHECK_EQ(listener.connected, 1);
  CHECK_EQ(broker.host, std::string("server"));
  CHECK_EQ(broker.device_id, std::string("fw-1"));
  CHECK_EQ(broker.password, std::string("fwd_token"));
  CHECK_EQ(broker.config.broker.address.transport, MQTT_TRANSPORT_OVER_WSS);
  CHECK(broker.config.broker.verification.crt_bundle_attach != nullptr);
  CHECK(broker.config.network.disable_auto_reconnect);
  CHECK(!broker.config.session.disable_clean_session);
  CHECK_EQ(broker.config.session.keepalive, 10);
  CHECK_EQ(broker.config.session.last_will.qos, 1);
  CHECK_EQ(broker.config.session.last_will.retain, 0);
}

TEST("without TLS nothing is said of certificates, which the vendor would refuse") {
  Bench& bench = makeBench();
  Listener listener;
  CHECK(bench.connect(listener));
  bench.run(100);
  CHECK(broker.config.broker.verification.crt_bundle_attach == nullptr);
}

TEST("a publish gets its own packet id back when it is acknowledged") {
  for (const bool is_quick : {false, true}) {
    check::setContext(is_quick ? "a quick PUBACK" : "");
    Bench& bench = makeBench();
    broker.is_quick = is_quick;
    Listener listener;
    bench.connect(listener);
    bench.run(100);
    const uint16_t first = bench.publish("one");
    const uint16_t second = bench.publish("two");
    CHECK(first != 0 && second != 0 && first != second);
    CHECK(listener.acknowledged.empty());
    bench.run(50);
    CHECK_EQ(listener.acknowledged.size(), 2);
    CHECK_EQ(listener.acknowledged.at(0), first);
    CHECK_EQ(listener.acknowledged.at(1), second);
    CHECK_EQ(broker.heard.at(1).second, std::string("two"));
  }
}

TEST("what is never acknowledged fills the client, which then takes no more") {
  Bench& bench = makeBench();
  broker.acknowledges = false;
  Listener listener;
  bench.connect(listener);
  bench.run(100);
  int taken = 0;
  while (taken < 100 && bench.publish("x") != 0) {
    taken++;
    bench.run(10);
  }
  CHECK(taken >= 2 && taken < 100);
  CHECK(listener.acknowledged.empty());
}

TEST("nothing is published before there is a session, or after it") {
  Bench& bench = makeBench();
  Listener listener;
  CHECK_EQ(bench.publish("x"), 0);
  bench.connect(listener);
  CHECK_EQ(bench.publish("x"), 0);
  CHECK(!bench.client.subscribe("t/commands"));
  bench.run(100);
  CHECK(bench.client.subscribe("t/commands"));
  bench.run(20);
  CHECK_EQ(broker.subscriptions.size(), 1);
  bench.client.disconnect(true);
  CHECK_EQ(bench.publish("x"), 0);
}

TEST("how an attempt failed is told apart, once, and its client is freed") {
  const struct {
    Broker::Answer answer;
    hal::MqttEnd end;
  } cases[] = {
      {Broker::Answer::Unreachable, hal::MqttEnd::Network},
      {Broker::Answer::BadCertificate, hal::MqttEnd::TlsFailed},
      {Broker::Answer::RefusesToken, hal::MqttEnd::NotAuthorised},
      {Broker::Answer::RefusesId, hal::MqttEnd::Refused},
  };
  for (const auto& each : cases) {
    Bench& bench = makeBench();
    broker.answer = each.answer;
    Listener listener;
    CHECK(bench.connect(listener));
    bench.run(3'000);
    CHECK(listener.hasEnded(each.end));
    CHECK_EQ(listener.connected, 0);
    CHECK_EQ(broker.alive, 0);
    CHECK_EQ(broker.inits, 1);
  }
}

TEST("an attempt ends after fifteen seconds at the latest") {
  Bench& bench = makeBench();
  broker.answer = Broker::Answer::None;
  Listener listener;
  CHECK(bench.connect(listener));
  bench.run(15'000);
  CHECK(listener.hasEnded(hal::MqttEnd::Network));
  bench.run(2'000);
  CHECK_EQ(broker.alive, 0);
}

TEST("memory that has run out ends the attempt") {
  Bench& bench = makeBench();
  broker.has_memory = false;
  Listener listener;
  CHECK(bench.connect(listener));
  bench.run(1'000);
  CHECK(listener.hasEnded(hal::MqttEnd::Network));
}

TEST("a connection that breaks ends the session, whatever broke it") {
  for (const bool breaks_when_publishing : {false, true}) {
    Bench& bench = makeBench();
    Listener listener;
    bench.connect(listener);
    bench.run(100);
    if (breaks_when_publishing) {
      broker.is_broken = true;
      CHECK(bench.publish("x") != 0);
    } else {
      broker.has_closed = true;
    }
    bench.run(2'000);
    CHECK(listener.hasEnded(hal::MqttEnd::Network));
    CHECK_EQ(broker.alive, 0);
    CHECK_EQ(broker.goodbyes, 0);
  }
}

TEST("a session that was left says goodbye and is not heard of again") {
  Bench& bench = makeBench();
  Listener listener;
  bench.connect(listener);
  bench.run(100);
  broker.to_say.emplace_back("t/commands", "too late");
  bench.client.disconnect(true);
  bench.run(2'000);
  CHECK(listener.ends.empty());
  CHECK(listener.messages.empty());
  CHECK_EQ(broker.goodbyes, 1);
  CHECK_EQ(broker.alive, 0);
}

TEST("a new session may be begun at once, while the old one is still being taken down") {
  Bench& bench = makeBench();
  broker.answer = Broker::Answer::None;
  Listener old_one;
  Listener new_one;
  bench.connect(old_one);
  bench.run(100);
  bench.client.disconnect(false);
  CHECK(bench.connect(new_one));
  bench.run(100);
  broker.answer = Broker::Answer::Accepts;
  bench.run(3'000);
  CHECK_EQ(old_one.connected, 0);
  CHECK(old_one.ends.empty());
  CHECK_EQ(new_one.connected, 1);
  CHECK_EQ(broker.alive, 1);
  const uint16_t id = bench.publish("x");
  bench.run(50);
  CHECK_EQ(new_one.acknowledged.size(), 1);
  CHECK_EQ(new_one.acknowledged.at(0), id);
}

TEST("a session that is begun and left over and over leaves nothing behind") {
  Bench& bench = makeBench();
  for (uint32_t i = 0; i < 20; i++) {
    Listener listener;
    CHECK(bench.connect(listener));
    bench.run(i * 7 % 60);
    if (listener.connected > 0) bench.publish("x");
    bench.client.disconnect(i % 2 == 0);
  }
  bench.run(5'000);
  CHECK_EQ(broker.alive, 0);
}

TEST("commands that come all at once are all handed over, in their order") {
  Bench& bench = makeBench();
  Listener listener;
  bench.connect(listener);
  bench.run(100);
  for (int i = 0; i < 6; i++) broker.to_say.emplace_back("t/commands", std::to_string(i));
  bench.run(200);
  CHECK_EQ(listener.messages.size(), 6);
  CHECK_EQ(listener.messages.back().second, std::string("5"));
}

TEST("messages that nobody comes to take do not hold a session that is left") {
  Bench& bench = makeBench();
  Listener listener;
  bench.connect(listener);
  bench.run(100);
  for (int i = 0; i < 6; i++) broker.to_say.emplace_back("t/commands", "x");
  rtos::advance(50);
  bench.client.disconnect(true);
  rtos::advance(3'000);
  CHECK_EQ(broker.alive, 0);
}

TEST("messages are handed over whole, and those that are too long are left out") {
  Bench& bench = makeBench();
  Listener listener;
  bench.connect(listener);
  bench.run(100);
  broker.to_say.emplace_back("t/commands", "{\"type\":\"identify\"}");
  bench.run(20);
  broker.to_say.emplace_back("t/commands", std::string(512, 'x'));
  bench.run(20);
  broker.to_say.emplace_back("t/commands", std::string(1025, 'x'));
  bench.run(20);
  broker.to_say.emplace_back("t/commands", std::string(5000, 'x'));
  bench.run(20);
  broker.to_say.emplace_back(std::string(64, 't'), "x");
  bench.run(20);
  CHECK_EQ(listener.messages.size(), 2);
  CHECK_EQ(listener.messages.at(0).first, std::string("t/commands"));
  CHECK_EQ(listener.messages.at(0).second, std::string("{\"type\":\"identify\"}"));
  CHECK_EQ(listener.messages.at(1).second.size(), 512);
}
