// EspHttpClient against fake-web.cpp.
#include <memory>
#include <vector>

#include "desk-rtos.h"
#include "fake-tls.h"
#include "fake-web.h"
#include "hal_esp/net/esp-http-client.h"
#include "hal_esp/net/handshake.h"
#include "support/check.h"

using namespace faiwatch;
using faiwatch::esp::EspHttpClient;

namespace {

class Listener final : public hal::HttpListener {
 public:
  void onHttpHead(const hal::HttpHead& head) override {
    heads.push_back(head);
    CHECK(ends.empty());
  }
  bool onHttpBody(const uint8_t* data, size_t length) override {
    CHECK(length <= 4096);
    CHECK(heads.size() == 1 && ends.empty());
    body.append(reinterpret_cast<const char*>(data), length);
    return wants_body;
  }
  void onHttpEnd(hal::HttpEnd end) override { ends.push_back(end); }

  bool hasEnded(hal::HttpEnd end) const { return ends.size() == 1 && ends[0] == end; }

  bool wants_body = true;
  std::vector<hal::HttpHead> heads;
  std::string body;
  std::vector<hal::HttpEnd> ends;
};

/// Never destroyed, since its task outlives the test.
struct Bench {
  Bench() {
    tls::handshakes = {};
    esp::beginHandshakes();
    client.begin();
  }

  /// Core's loop: every 10 ms.
  void run(uint32_t ms) {
    for (uint32_t passed = 0; passed < ms; passed += 10) {
      rtos::advance(10);
      client.poll();
    }
  }
  bool get(Listener& listener, const char* url = "http://server/x") {
    return client.start({hal::HttpMethod::Get, url, nullptr, nullptr, 0, 15'000}, listener);
  }
  /// A heartbeat, after which another follows. @returns how it ended
  hal::HttpEnd beat(const char* url = "https://server/beat", const char* token = "fwd_token") {
    Listener listener;
    CHECK(client.start({hal::HttpMethod::Post, url, token, "{}", 2, 15'000, true}, listener));
    run(200);
    CHECK_EQ(listener.ends.size(), 1);
    return listener.ends.at(0);
  }

  rtos::Clock clock;
  EspHttpClient client{clock};
};

Bench& makeBench() {
  rtos::fresh();
  web::server = {};
  static auto& all = *new std::vector<std::unique_ptr<Bench>>;
  all.push_back(std::make_unique<Bench>());
  return *all.back();
}

}  // namespace

TEST("a request over HTTP goes out with token and body, and its answer comes in parts") {
  Bench& bench = makeBench();
  web::server.body.assign(10'000, 'x');
  web::server.retry_after = "17";
  Listener listener;
  char body[] = "{\"a\":1}";
  char token[] = "fwd_token";
  CHECK(bench.client.start({hal::HttpMethod::Post, "https://server/api", token, body, 7, 15'000},
                           listener));
  bench.run(200);
  CHECK(listener.hasEnded(hal::HttpEnd::Complete));
  CHECK_EQ(listener.heads.size(), 1);
  CHECK_EQ(listener.heads[0].status, 200);
  CHECK_EQ(listener.heads[0].content_length, 10'000);
  CHECK_EQ(listener.heads[0].retry_after_seconds, 17);
  CHECK_EQ(listener.body.size(), 10'000);
  const web::Request& request = web::server.requests.at(0);
  CHECK_EQ(request.url, std::string("https://server/api"));
  CHECK(request.is_post);
  CHECK_EQ(request.body, std::string("{\"a\":1}"));
  CHECK_EQ(request.headers.at("Authorization"), std::string("Bearer fwd_token"));
  CHECK_EQ(request.headers.at("Content-Type"), std::string("application/json"));
  CHECK_EQ(web::server.handles, 0);
}

TEST("an answer without a length says so") {
  Bench& bench = makeBench();
  web::server.says_length = false;
  web::server.status = 204;
  Listener listener;
  CHECK(bench.get(listener));
  bench.run(100);
  CHECK(listener.hasEnded(hal::HttpEnd::Complete));
  CHECK_EQ(listener.heads.at(0).content_length, -1);
  CHECK_EQ(listener.heads.at(0).status, 204);
}

TEST("the listener is called from poll only, and gets one part of the body a time") {
  Bench& bench = makeBench();
  web::server.body.assign(9'000, 'x');
  Listener listener;
  CHECK(bench.get(listener));
  rtos::advance(1'000);
  CHECK(listener.heads.empty());
  bench.client.poll();
  CHECK_EQ(listener.body.size(), 1'024);
  rtos::settle();
  bench.client.poll();
  CHECK_EQ(listener.body.size(), 2'048);
}

TEST("only one request over HTTP is under way") {
  Bench& bench = makeBench();
  Listener first;
  Listener second;
  CHECK(bench.get(first));
  CHECK(!bench.get(second));
  bench.run(100);
  CHECK(bench.get(second));
  bench.run(100);
  CHECK(first.hasEnded(hal::HttpEnd::Complete));
  CHECK(second.hasEnded(hal::HttpEnd::Complete));
}

TEST("a request may be cancelled and another begun while the first is still stuck") {
  Bench& bench = makeBench();
  web::server.is_stuck = true;
  Listener stuck;
  Listener forgotten;
  Listener wanted;
  char url[] = "http://server/first";
  CHECK(bench.get(stuck, url));
  bench.run(100);
  bench.client.cancel();
  url[7] = 'X';
  CHECK(bench.get(forgotten, "http://server/second"));
  bench.client.cancel();
  CHECK(bench.get(wanted, "http://server/third"));
  bench.run(100);
  web::server.is_stuck = false;
  bench.run(2'000);
  CHECK(stuck.heads.empty() && stuck.ends.empty());
  CHECK(forgotten.heads.empty() && forgotten.ends.empty());
  CHECK(wanted.hasEnded(hal::HttpEnd::Complete));
  CHECK_EQ(web::server.requests.size(), 1);
  CHECK_EQ(web::server.requests.at(0).url, std::string("http://server/third"));
  CHECK_EQ(web::server.handles, 0);
}

TEST("a request that was cancelled in the middle of its body leaves nothing in the next") {
  Bench& bench = makeBench();
  web::server.body.assign(20'000, 'a');
  Listener first;
  CHECK(bench.get(first));
  bench.run(20);
  CHECK(!first.body.empty());
  rtos::settle();
  bench.client.cancel();
  web::server.body.assign(5'000, 'b');
  Listener second;
  CHECK(bench.get(second));
  bench.run(500);
  CHECK(second.hasEnded(hal::HttpEnd::Complete));
  CHECK_EQ(second.body, std::string(5'000, 'b'));
  CHECK(first.ends.empty());
  CHECK_EQ(web::server.handles, 0);
}

TEST("a listener that wants no body ends the request") {
  Bench& bench = makeBench();
  web::server.body.assign(9'000, 'x');
  Listener listener;
  listener.wants_body = false;
  CHECK(bench.get(listener));
  bench.run(100);
  CHECK(listener.hasEnded(hal::HttpEnd::Refused));
  CHECK_EQ(listener.body.size(), 1'024);
  Listener next;
  CHECK(bench.get(next));
  bench.run(500);
  CHECK(next.hasEnded(hal::HttpEnd::Complete));
  CHECK_EQ(web::server.handles, 0);
}

TEST("how a connection failed is told apart") {
  const struct {
    esp_err_t error;
    hal::HttpEnd end;
  } cases[] = {
      {ESP_OK, hal::HttpEnd::Unreachable}, {0x8001, hal::HttpEnd::Unreachable},
      {0x8004, hal::HttpEnd::Unreachable}, {0x8006, hal::HttpEnd::TimedOut},
      {0x801a, hal::HttpEnd::TlsFailed},
  };
  for (const auto& each : cases) {
    check::setContext(std::to_string(each.error));
    Bench& bench = makeBench();
    web::server.accepts = false;
    web::server.tls_error = each.error;
    Listener listener;
    CHECK(bench.get(listener));
    bench.run(100);
    CHECK(listener.hasEnded(each.end));
    CHECK(listener.heads.empty());
  }
}

TEST("a server that says nothing, or stops in the middle, is waited for no longer than allowed") {
  for (const bool has_answered : {false, true}) {
    Bench& bench = makeBench();
    web::server.has_answered = has_answered;
    web::server.body.assign(100, 'x');
    web::server.arrived = 50;
    Listener listener;
    CHECK(bench.get(listener));
    bench.run(14'000);
    CHECK(listener.ends.empty());
    bench.run(2'000);
    CHECK(listener.hasEnded(hal::HttpEnd::TimedOut));
    CHECK_EQ(web::server.handles, 0);
  }
}

TEST("a call that never comes back is given up, too") {
  Bench& bench = makeBench();
  web::server.is_stuck = true;
  Listener listener;
  CHECK(bench.get(listener));
  bench.run(20'000);
  CHECK(listener.hasEnded(hal::HttpEnd::TimedOut));
}

TEST("a connection that breaks off before the body is whole is broken") {
  for (const bool has_answered : {false, true}) {
    Bench& bench = makeBench();
    web::server.has_answered = has_answered;
    web::server.has_hung_up = true;
    web::server.body.assign(100, 'x');
    web::server.arrived = 50;
    Listener listener;
    CHECK(bench.get(listener));
    bench.run(100);
    CHECK(listener.hasEnded(hal::HttpEnd::Broken));
  }
}

TEST("texts that are too long for the request are refused") {
  Bench& bench = makeBench();
  Listener listener;
  const std::string url = "http://server/" + std::string(400, 'x');
  CHECK(!bench.get(listener, url.c_str()));
  const std::string token(200, 't');
  CHECK(!bench.client.start(
      {hal::HttpMethod::Get, "http://server/", token.c_str(), nullptr, 0, 15'000}, listener));
  CHECK(bench.get(listener));
}

TEST("heartbeats over HTTP share one connection for as long as the server keeps it") {
  Bench& bench = makeBench();
  for (int i = 0; i < 20; i++) CHECK(bench.beat() == hal::HttpEnd::Complete);
  CHECK_EQ(web::server.requests.size(), 20);
  CHECK_EQ(web::server.connections, 1);
  CHECK_EQ(web::server.handles, 1);
  bench.client.dropConnection();
  bench.run(100);
  CHECK_EQ(web::server.handles, 0);
  CHECK_EQ(web::server.requests.size(), 20);
}

TEST("a request over a connection that the server has closed meanwhile is made once more") {
  for (const bool is_seen_at_once : {false, true}) {
    Bench& bench = makeBench();
    CHECK(bench.beat() == hal::HttpEnd::Complete);
    web::server.closes_kept = true;
    web::server.is_close_seen_at_once = is_seen_at_once;
    CHECK(bench.beat() == hal::HttpEnd::Complete);
    CHECK_EQ(web::server.requests.size(), 2);
    CHECK_EQ(web::server.requests.at(1).body, std::string("{}"));
    CHECK_EQ(web::server.connections, 2);
    // The same client makes it and has the first one's TLS session.
    CHECK_EQ(web::server.resumable, 2);
    CHECK_EQ(web::server.handles, 1);
  }
}

TEST("a server that is gone altogether is not asked twice, and nothing is kept of it") {
  Bench& bench = makeBench();
  CHECK(bench.beat() == hal::HttpEnd::Complete);
  web::server.closes_kept = true;
  web::server.accepts = false;
  web::server.tls_error = 0x8004;
  CHECK(bench.beat() == hal::HttpEnd::Unreachable);
  CHECK_EQ(web::server.handles, 0);
}

TEST("a server that ends every connection is connected to again, with its session") {
  Bench& bench = makeBench();
  web::server.keeps_connections = false;
  CHECK(bench.beat() == hal::HttpEnd::Complete);
  CHECK(bench.beat() == hal::HttpEnd::Complete);
  CHECK_EQ(web::server.connections, 2);
  CHECK_EQ(web::server.resumable, 2);
  CHECK_EQ(web::server.handles, 1);
}

TEST("a kept connection carries nothing of one request into the next, and serves its own server only") {
  Bench& bench = makeBench();
  CHECK(bench.beat() == hal::HttpEnd::Complete);
  CHECK(bench.beat("https://server/other", "fwd_next") == hal::HttpEnd::Complete);
  CHECK_EQ(web::server.requests.at(1).url, std::string("https://server/other"));
  CHECK_EQ(web::server.requests.at(1).headers.at("Authorization"), std::string("Bearer fwd_next"));
  CHECK(bench.beat("https://server:8443/beat", nullptr) == hal::HttpEnd::Complete);
  CHECK_EQ(web::server.connections, 2);
  CHECK_EQ(web::server.requests.at(2).headers.count("Authorization"), 0);
  // A request without a successor closes the connection.
  Listener last;
  CHECK(bench.get(last, "https://server:8443/image"));
  bench.run(100);
  CHECK(last.hasEnded(hal::HttpEnd::Complete));
  CHECK_EQ(web::server.requests.at(3).headers.at("Connection"), std::string("close"));
  CHECK_EQ(web::server.requests.at(3).headers.count("Content-Type"), 0);
  CHECK_EQ(web::server.handles, 0);
}

TEST("a connection that is not wanted any more while its request is under way goes with its end") {
  Bench& bench = makeBench();
  web::server.has_answered = false;
  Listener listener;
  CHECK(bench.client.start(
      {hal::HttpMethod::Post, "https://server/beat", nullptr, "{}", 2, 15'000, true}, listener));
  bench.run(2'000);
  bench.client.dropConnection();
  web::server.has_answered = true;
  // The worker is done before core looks.
  rtos::advance(3'000);
  bench.client.poll();
  bench.run(100);
  CHECK(listener.hasEnded(hal::HttpEnd::Complete));
  CHECK_EQ(web::server.requests.size(), 1);
  CHECK_EQ(web::server.handles, 0);
}
