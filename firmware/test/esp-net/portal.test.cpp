// EspPortalServer against fake-sockets.cpp.
#include <string.h>

#include <memory>
#include <vector>

#include "desk-rtos.h"
#include "fake-radio.h"
#include "fake-sockets.h"
#include "hal_esp/net/esp-portal-server.h"
#include "support/check.h"

using namespace faiwatch;
using faiwatch::esp::EspPortalServer;
using phones::world;

namespace {

class Listener final : public hal::PortalListener {
 public:
  void onPortalRequest(const hal::PortalRequest& request, hal::PortalReply& reply) override {
    paths.emplace_back(request.path);
    bodies.emplace_back(request.body, request.body_length);
    reply.begin(200, "text/html; charset=utf-8", nullptr);
    left = page;
    if (closes != nullptr) closes->stop();
  }
  bool onPortalRoom(hal::PortalReply& reply) override {
    const std::string piece = left.substr(0, 1'500);
    left.erase(0, piece.size());
    reply.write(piece.data(), piece.size());
    return !left.empty();
  }
  size_t onDnsQuery(const uint8_t* query, size_t length, uint8_t* answer,
                    size_t capacity) override {
    CHECK(length <= capacity);
    if (length < 3) return 0;
    memcpy(answer, query, length);
    return length;
  }

  std::string page = "<p>hello</p>";
  std::string left;
  std::vector<std::string> paths;
  std::vector<std::string> bodies;
  EspPortalServer* closes = nullptr;
};

struct Bench {
  Bench() {
    rtos::fresh();
    world = {};
    radio::the = {};
    radio::the.is_access_point_up = true;
    CHECK(server.start(listener));
    run(10);
  }

  void run(uint32_t ms) {
    for (uint32_t passed = 0; passed < ms; passed += 10) {
      rtos::advance(10);
      server.poll();
    }
  }

  rtos::Clock clock;
  Listener listener;
  EspPortalServer server{clock};
};

const char* const kGet = "GET /th HTTP/1.1\r\nHost: 4.3.2.1\r\n\r\n";

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

TEST("the portal listens on the set-up network's own address only") {
  Bench bench;
  CHECK_EQ(world.bound_address, 0x04030201);
  CHECK_EQ(world.bound_ports.size(), 2);
  CHECK_EQ(world.bound_ports.at(0), 80);
  CHECK_EQ(world.bound_ports.at(1), 53);
}

TEST("nobody comes in from the network that the station is in") {
  Bench bench;
  CHECK_EQ(world.interfaces.size(), 2);
  CHECK_EQ(world.interfaces.at(0), std::string("ap2"));
  CHECK_EQ(world.interfaces.at(1), std::string("ap2"));
  // This holds even if the network stack passed it on.
  const auto stranger = phones::open(kGet);
  stranger->address = 0xc0a80117;
  const auto phone = phones::open(kGet);
  world.asker = 0xc0a80117;
  world.queries.emplace_back("name?");
  bench.run(50);
  CHECK_EQ(stranger->from_board, std::string());
  CHECK(!stranger->isOpen());
  CHECK(endsWith(phone->from_board, "<p>hello</p>"));
  CHECK_EQ(world.answers.size(), 0);
}

TEST("the portal waits for its network to be up") {
  Bench bench;
  bench.server.stop();
  radio::the.is_access_point_up = false;
  world.bound_ports.clear();
  CHECK(bench.server.start(bench.listener));
  bench.run(1'000);
  CHECK_EQ(world.bound_ports.size(), 0);
  radio::the.is_access_point_up = true;
  bench.run(10);
  CHECK_EQ(world.bound_ports.size(), 2);
}

TEST("a page is answered whole, and the connection closed behind it") {
  Bench bench;
  const auto phone = phones::open(kGet);
  bench.run(20);
  CHECK_EQ(phone->from_board,
           std::string("HTTP/1.1 200 \r\nContent-Type: text/html; charset=utf-8\r\n"
                       "Cache-Control: no-store\r\nConnection: close\r\n\r\n<p>hello</p>"));
  CHECK(phone->is_shut);
  // Bytes that the phone still sends must not reset the connection before it has read the answer.
  CHECK(phone->isOpen());
  phone->has_closed = true;
  bench.run(10);
  CHECK(!phone->isOpen());
}

TEST("a phone that does not close is left alone after a second") {
  Bench bench;
  const auto phone = phones::open(kGet);
  bench.run(20);
  CHECK(phone->isOpen());
  bench.run(1'100);
  CHECK(!phone->isOpen());
}

TEST("a form that comes in pieces is read whole") {
  Bench bench;
  const auto phone = phones::open("POST /save HTTP/1.1\r\nHost: 4.3.2.1\r\nContent-Le");
  bench.run(20);
  CHECK(bench.listener.paths.empty());
  phone->to_board = "ngth: 11\r\n\r\nlang=";
  bench.run(20);
  phone->to_board = "th&a=b";
  bench.run(20);
  CHECK_EQ(bench.listener.paths.at(0), std::string("/save"));
  CHECK_EQ(bench.listener.bodies.at(0), std::string("lang=th&a=b"));
}

TEST("a large page goes out in pieces, at the pace that the phone takes it") {
  Bench bench;
  bench.listener.page.assign(30'000, 'x');
  const auto phone = phones::open(kGet);
  phone->window = 1'000;
  for (int i = 0; i < 100 && !phone->is_shut; i++) {
    bench.run(10);
    phone->window = 1'000;
  }
  CHECK(phone->is_shut);
  CHECK(endsWith(phone->from_board, "\r\n\r\n" + std::string(30'000, 'x')));
}

TEST("HEAD is answered without a body") {
  Bench bench;
  const auto phone = phones::open("HEAD / HTTP/1.1\r\nHost: 4.3.2.1\r\n\r\n");
  bench.run(20);
  CHECK(endsWith(phone->from_board, "Connection: close\r\n\r\n"));
  CHECK(phone->is_shut);
}

TEST("what is no request, or is too large, is refused") {
  Bench bench;
  const auto nonsense = phones::open("\x16\x03\x01 hello\r\n\r\n");
  const auto large = phones::open("GET / HTTP/1.1\r\nCookie: " + std::string(5'000, 'x'));
  bench.run(50);
  CHECK_EQ(nonsense->from_board.substr(0, 12), std::string("HTTP/1.1 400"));
  CHECK_EQ(large->from_board.substr(0, 12), std::string("HTTP/1.1 413"));
  CHECK(bench.listener.paths.empty());
}

TEST("one phone is answered after the other, none with the page of another") {
  Bench bench;
  const auto slow = phones::open("GET /slow HTTP/1.1\r\n\r\n");
  slow->window = 50;
  const auto quick = phones::open("GET /quick HTTP/1.1\r\n\r\n");
  bench.run(50);
  CHECK_EQ(bench.listener.paths.size(), 1);
  CHECK(quick->from_board.empty());
  bench.listener.page = "<p>second</p>";
  slow->window = SIZE_MAX;
  bench.run(50);
  CHECK(endsWith(slow->from_board, "<p>hello</p>"));
  CHECK(endsWith(quick->from_board, "<p>second</p>"));
}

TEST("a phone that stops reading does not keep the others from the portal") {
  Bench bench;
  const auto stuck = phones::open(kGet);
  stuck->window = 10;
  bench.run(5'000);
  const auto other = phones::open(kGet);
  bench.run(4'000);
  CHECK(!stuck->isOpen());
  CHECK(endsWith(other->from_board, "<p>hello</p>"));
}

TEST("connections that browsers open ahead make room for those that ask") {
  Bench bench;
  const auto first = phones::open();
  for (int i = 0; i < 5; i++) phones::open();
  bench.run(2'000);
  const auto asks = phones::open(kGet);
  bench.run(2'000);
  CHECK(endsWith(asks->from_board, "<p>hello</p>"));
  CHECK(!first->isOpen());
}

TEST("a connection that is idle for seconds is closed") {
  Bench bench;
  const auto phone = phones::open("GET / HT");
  bench.run(9'000);
  CHECK(!phone->isOpen());
}

TEST("queries for names are answered, and nothing where there is no answer") {
  Bench bench;
  world.queries = {"query", "x", std::string(600, 'q')};
  bench.run(10);
  CHECK_EQ(world.answers.size(), 2);
  CHECK_EQ(world.answers.at(0), std::string("query"));
  CHECK_EQ(world.answers.at(1).size(), 512);
}

TEST("a portal that is closed, by its listener, too, lets go of everybody") {
  Bench bench;
  bench.listener.closes = &bench.server;
  const auto reading = phones::open();
  const auto asking = phones::open(kGet);
  world.queries = {"query"};
  bench.run(50);
  CHECK(!reading->isOpen());
  CHECK(!asking->isOpen());
  CHECK(world.answers.empty());
  bench.listener.closes = nullptr;
  CHECK(bench.server.start(bench.listener));
  const auto again = phones::open(kGet);
  bench.run(20);
  CHECK(endsWith(again->from_board, "<p>hello</p>"));
}

TEST("a port that is taken is tried again") {
  Bench bench;
  bench.server.stop();
  world.is_port_taken = true;
  CHECK(bench.server.start(bench.listener));
  const auto phone = phones::open(kGet);
  bench.run(20);
  CHECK_EQ(world.waiting.size(), 1);
  world.is_port_taken = false;
  bench.run(20);
  CHECK(endsWith(phone->from_board, "<p>hello</p>"));
}
