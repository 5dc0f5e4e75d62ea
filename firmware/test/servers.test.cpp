// A server of several machines: the board goes to the one that answers.
#include "support/bench.h"
#include "support/check.h"

namespace {

constexpr const char* kThree =
    "[\"http://faiwatch.test:8080\",\"http://two.local:8080\",\"http://three.local:8080\"]";

/// Online at a server that names three machines, the configured one among them.
struct ClusterBench : Bench {
  explicit ClusterBench(const char* servers = kThree) {
    mains.default_kind = hal::MainsInputKind::Vbus;
    battery.mv = 4000;
    server.servers = servers;
    configure();
    boot();
    CHECK(runUntil([this] { return mqtt.is_up && !server.beats.empty(); }, 20'000));
    run(3'000);
  }
  void moveTo(const char* url) {
    const faiwatch::ConfigRules rules(board.board, mains);
    faiwatch::ConfigStore configs(store, rules);
    faiwatch::Config config;
    configs.load(config);
    config.server_url.assign(url);
    configs.save(config);
    boot();
  }
  bool comesBackAt(const std::string& host) {
    return runUntil([&] { return mqtt.is_up && mqtt.last_host == host; }, 120'000);
  }
};

}  // namespace

TEST("when the server is gone, the next one that answers is found") {
  ClusterBench bench;
  CHECK_EQ(bench.mqtt.last_host, "faiwatch.test");
  bench.server.dead_hosts = {"faiwatch.test"};
  bench.server.followers = {"two.local"};
  CHECK(bench.comesBackAt("three.local"));
  bench.setMains(false);
  bench.run(2'000);
  CHECK_EQ(bench.server.events.size(), 1u);
  CHECK_EQ(bench.server.tokens_given, 1);
}

TEST("a machine that follows is left for the one that leads, wherever that goes") {
  ClusterBench bench;
  bench.server.dead_hosts = {"faiwatch.test"};
  CHECK(bench.comesBackAt("two.local"));
  bench.server.dead_hosts = {"two.local"};
  bench.server.followers = {"three.local"};
  CHECK(bench.comesBackAt("faiwatch.test"));
}

TEST("over HTTP alone the next machine is asked, and the one that answers is stayed with") {
  ClusterBench bench;
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.server.dead_hosts = {"faiwatch.test", "two.local"};
  bench.server.beats.clear();
  bench.run(120'000);
  CHECK(bench.server.beats.size() >= 6);
  CHECK_EQ(bench.http.last_host, "three.local");
}

TEST("the list of servers outlives a restart, and is written once") {
  ClusterBench bench;
  const int puts = bench.store.puts;
  bench.server.mqtt_commands = {std::string("{\"type\":\"servers\",\"servers\":") + kThree + "}"};
  bench.run(300'000);
  CHECK_EQ(bench.store.puts, puts);
  bench.server.dead_hosts = {"faiwatch.test"};
  bench.boot(hal::ResetReason::PowerOn);
  CHECK(bench.comesBackAt("two.local"));
}

TEST("a list that comes over MQTT is used, and one that is empty ends it") {
  ClusterBench bench("");
  bench.server.mqtt_commands = {"{\"type\":\"servers\",\"servers\":[\"http://four.local:8080\"]}"};
  bench.run(1'000);
  bench.server.dead_hosts = {"faiwatch.test"};
  CHECK(bench.comesBackAt("four.local"));
  bench.server.mqtt_commands = {"{\"type\":\"servers\",\"servers\":[]}"};
  bench.run(1'000);
  CHECK_EQ(bench.store.values.count("servers"), 0u);
}

TEST("an answer over HTTP without a list ends the list") {
  ClusterBench bench;
  CHECK_EQ(bench.store.values.count("servers"), 1u);
  bench.server.servers.clear();
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  bench.run(60'000);
  CHECK_EQ(bench.store.values.count("servers"), 0u);
}

TEST("nothing goes where the configured server would not have had it go") {
  ClusterBench bench(
      "[\"http://203.0.113.7\",\"ftp://two.local\",\"http://two.local:x\",7,{\"a\":[]},"
      "\"http://faiwatch.test:8080\"]");
  bench.server.servers =
      "[\"http://two.local:8080\",\"https://three.local\",\"http://203.0.113.7\"]";
  bench.moveTo("https://faiwatch.test");
  bench.run(10'000);
  bench.server.dead_hosts = {"faiwatch.test"};
  std::set<std::string> asked;
  for (int i = 0; i < 60'000; i += 10) {
    bench.run(10);
    asked.insert(bench.mqtt.last_host);
  }
  CHECK_EQ(asked.count("two.local") + asked.count("203.0.113.7"), 0u);
  CHECK_EQ(asked.count("three.local"), 1u);
}

TEST("a list belongs to its server, and goes with the configuration") {
  ClusterBench bench;
  bench.server.servers.clear();
  bench.server.dead_hosts = {"other.local"};
  bench.moveTo("http://other.local");
  bench.run(10'000);
  for (int i = 0; i < 30'000; i += 10) {
    bench.run(10);
    CHECK_EQ(bench.http.last_host, "other.local");
    if (bench.http.last_host != "other.local") break;
  }
  bench.type("clear_config\n");
  CHECK_EQ(bench.store.values.count("servers"), 0u);
}
