// The small parts of a board.
#pragma once

#include <string.h>

#include <string>
#include <vector>

#include "hal/hal.h"
#include "support/heap-watch.h"
#include "support/prng.h"

namespace hal = faiwatch::hal;

struct FakeRandom : hal::Random {
  explicit FakeRandom(uint64_t seed) : prng(seed) {}
  uint32_t next() override { return prng.next(); }
  Prng prng;
};

struct FakeBoard : hal::Board {
  const hal::BoardInfo& info() const override { return board; }
  void restart() override { restarts++; }
  void sleep(uint32_t) override { sleeps++; }
  void feedWatchdog() override { feeds++; }
  hal::MemoryFacts memory() const override { return {91'000, 60'000}; }

  hal::BoardInfo board = {
      hal::BoardKind::S2Mini, {0xa1, 0xb2, 0xc3, 0xd4, 0xe5, 0xf6}, "1.0.0", ""};
  int restarts = 0;
  int sleeps = 0;
  int feeds = 0;
};

struct FakeReset : hal::ResetInfo {
  hal::ResetReason reason() const override { return value; }
  bool wasWokenByMains() const override { return is_woken_by_mains; }
  hal::ResetReason value = hal::ResetReason::PowerOn;
  bool is_woken_by_mains = false;
};

struct FakeSerial : hal::Serial {
  size_t read(char* out, size_t capacity) override {
    heap::Pause pause;
    const size_t count = input.size() < capacity ? input.size() : capacity;
    memcpy(out, input.data(), count);
    input.erase(0, count);
    return count;
  }
  size_t write(const char* data, size_t length) override {
    heap::Pause pause;
    const size_t taken = length < room ? length : room;
    output.append(data, taken);
    room -= taken;
    return taken;
  }
  /// Everything that came out since the last call.
  std::string take() {
    std::string taken;
    taken.swap(output);
    return taken;
  }

  std::string input;
  std::string output;
  size_t room = SIZE_MAX;
};

struct FakeMains : hal::MainsInput {
  hal::MainsInputKind defaultKind() const override { return default_kind; }
  bool supports(hal::MainsInputKind kind) const override {
    return kind != hal::MainsInputKind::Battery || default_kind == hal::MainsInputKind::Battery;
  }
  void select(hal::MainsInputKind kind) override { selected = kind; }
  hal::MainsEdges edges() override { return current_edges; }
  uint16_t vbusMillivolts() override { return vbus_mv; }
  uint32_t mainsMillivolts() override { return mains_mv; }
  void wakeOnMains() override { wakes = true; }

  hal::MainsInputKind default_kind = hal::MainsInputKind::None;
  hal::MainsInputKind selected = hal::MainsInputKind::None;
  hal::MainsEdges current_edges = {0, 0};
  uint16_t vbus_mv = 5000;
  uint32_t mains_mv = 0;
  bool wakes = false;
};

struct FakeBattery : hal::Battery {
  uint16_t millivolts() override { return mv; }
  uint16_t mv = 0;
};

struct FakeLed : hal::Led {
  void set(bool on) override {
    is_on = on;
    changes++;
  }
  bool is_on = false;
  int changes = 0;
};

struct FakeButton : hal::Button {
  bool isPressed() const override { return is_pressed; }
  bool is_pressed = false;
};

struct FakeDisplay : hal::Display {
  void draw(const hal::Screen& drawn) override {
    screen = drawn;
    draws++;
  }
  void setBacklight(bool on) override { is_lit = on; }
  void sleep() override { is_asleep = true; }
  hal::Screen screen = {};
  int draws = 0;
  bool is_lit = false;
  bool is_asleep = false;
};

struct FakeCrypto : hal::Crypto {
  /// The real curve is tested where it is implemented; here a signature is the digest itself.
  bool verifyRelease(const uint8_t (&sha256)[32], const uint8_t* signature,
                     size_t length) override {
    return length == 32 && memcmp(sha256, signature, 32) == 0;
  }
};

/// Every connection is with a server whose certificate runs out then.
struct FakeTrust : hal::Trust {
  /// Takes anything that begins like a certificate.
  bool setAuthority(const uint8_t* der, size_t length) override {
    heap::Pause pause;
    if (length > 0 && der[0] != 0x30) return false;
    authority.assign(reinterpret_cast<const char*>(der), length);
    return true;
  }
  bool setTime(int64_t epoch_ms) override {
    const bool was_known = is_time_known;
    is_time_known = true;
    ahead_ms = epoch_ms - clock_ms;
    return was_known || epoch_ms <= runs_out_ms;
  }
  void forgetTime() override { is_time_known = false; }
  bool refuses() const { return is_time_known && clock_ms + ahead_ms > runs_out_ms; }

  std::string authority;
  int64_t runs_out_ms = INT64_MAX;
  bool is_time_known = false;
  int64_t clock_ms = 0;
  int64_t ahead_ms = 0;
};

struct FakeSlot : hal::OtaSlot {
  uint32_t capacity() const override { return slot_bytes; }
  bool begin(uint32_t size) override {
    heap::Pause pause;
    image.clear();
    expected = size;
    is_open = !fails_begin;
    return is_open;
  }
  bool write(const uint8_t* data, size_t length) override {
    heap::Pause pause;
    if (!is_open || image.size() + length > fails_at) return false;
    image.append(reinterpret_cast<const char*>(data), length);
    return true;
  }
  bool finish() override {
    const bool is_good = is_open && !fails_finish;
    is_open = false;
    is_installed = is_good;
    return is_good;
  }
  void abort() override {
    is_open = false;
    aborts++;
  }
  bool isOnTrial() const override { return is_on_trial; }
  bool markValid() override {
    if (fails_mark) return false;
    is_on_trial = false;
    return true;
  }
  void rollBack() override { rollbacks++; }

  uint32_t slot_bytes = 1792 * 1024;
  uint32_t expected = 0;
  std::string image;
  size_t fails_at = SIZE_MAX;
  bool is_open = false;
  bool is_installed = false;
  bool is_on_trial = false;
  bool fails_begin = false;
  bool fails_finish = false;
  bool fails_mark = false;
  int aborts = 0;
  int rollbacks = 0;
};

struct FakeReply : hal::PortalReply {
  void begin(int status_code, const char* type, const char* where) override {
    heap::Pause pause;
    status = status_code;
    content_type = type;
    location = where == nullptr ? "" : where;
    begins++;
  }
  void write(const char* text, size_t length) override {
    heap::Pause pause;
    body.append(text, length);
    piece += length;
  }

  int status = 0;
  int begins = 0;
  size_t piece = 0;
  size_t largest_piece = 0;
  std::string content_type;
  std::string location;
  std::string body;
};

struct FakePortalServer : hal::PortalServer {
  bool start(hal::PortalListener& asked) override {
    if (fails) return false;
    listener = &asked;
    return true;
  }
  void stop() override { listener = nullptr; }
  void poll() override { polls++; }

  FakeReply request(hal::PortalMethod method, const char* path, const std::string& body = "",
                    const char* host = "4.3.2.1", const char* language = "en") {
    FakeReply reply;
    const hal::PortalRequest asked = {method, path, host, language, body.data(), body.size()};
    if (listener == nullptr) return reply;
    listener->onPortalRequest(asked, reply);
    if (method == hal::PortalMethod::Head) return reply;
    for (bool more = true; more;) {
      reply.piece = 0;
      more = listener->onPortalRoom(reply);
      if (reply.piece > reply.largest_piece) reply.largest_piece = reply.piece;
    }
    return reply;
  }

  hal::PortalListener* listener = nullptr;
  bool fails = false;
  int polls = 0;
};
