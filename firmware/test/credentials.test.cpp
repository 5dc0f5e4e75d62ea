// A site that is handed over: the board gets another token over its own session.
#include "core/enrolment-store.h"
#include "support/bench.h"
#include "support/check.h"

using namespace faiwatch;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kNewToken = "fwd_handed_over_handed_over_handed_over_ABCDE";
const std::string kDigest(64, 'a');

std::string command(const std::string& token = kNewToken) {
  return R"({"type":"credentials","device_token":")" + token + R"(","key_digest":")" + kDigest +
         "\"}";
}

struct Online : Bench {
  Online() {
    configure();
    boot();
    CHECK(runUntil([this] { return mqtt.is_up && !server.beats.empty(); }, 20'000));
    run(1'000);
  }
  Enrolment stored() {
    const ConfigRules rules(board.board, mains);
    Config config;
    ConfigStore(store, rules).load(config);
    const DeviceId id = makeDeviceId(board.board.mac);
    Enrolment enrolment;
    EnrolmentStore(store, id).load(config, enrolment);
    return enrolment;
  }
  std::string setupPassword() {
    button.is_pressed = true;
    run(4'000);
    button.is_pressed = false;
    return wifi.ap_pass;
  }
};

}  // namespace

TEST("features are told once for each time that the server asks") {
  Online bench;
  CHECK(!holds(bench.server.beats.back().json, "features"));
  CHECK(!holds(bench.server.beats.back().json, "starts"));
  bench.server.mqtt_commands.push_back(R"({"type":"tell_features"})");
  const size_t before = bench.server.beats.size();
  bench.run(30'000);
  int told = 0;
  for (size_t i = before; i < bench.server.beats.size(); i++) {
    told += holds(bench.server.beats[i].json, R"("features":["credentials"])") ? 1 : 0;
  }
  CHECK_EQ(told, 1);
  // A server that asks for features ignores unknown fields.
  CHECK(holds(bench.server.beats.back().json,
              R"("free_heap":91000,"largest_block":60000,"reconnects":0,"starts":1)"));
  CHECK_EQ(bench.server.invalid, 0);
}

TEST("new credentials are stored, come in with at once, and the old ones are forgotten") {
  Online bench;
  const std::string old_token = bench.server.token;
  const std::string password = bench.setupPassword();
  bench.setMains(true);
  bench.run(700'000);
  const int goodbyes = bench.mqtt.goodbyes;
  bench.server.mqtt_commands.push_back(command());
  CHECK(bench.runUntil(
      [&] { return bench.stored().device_token.view() == TextView(kNewToken); }, 5'000));
  CHECK_EQ(check::plain(bench.stored().previous.device_token.view()), old_token);
  bench.server.token = kNewToken;
  bench.server.beats.clear();
  CHECK(bench.runUntil([&] { return !bench.server.beats.empty(); }, 5'000));
  CHECK_EQ(bench.mqtt.goodbyes, goodbyes + 1);
  CHECK(bench.stored().previous.device_token.empty());
  CHECK_EQ(check::plain(bench.stored().key_digest.view()), kDigest);
  CHECK_EQ(bench.server.tokens_given, 1);
  CHECK(bench.setupPassword() != password);
  // The new token survives a restart, and a repeated command changes nothing.
  bench.boot(hal::ResetReason::Software);
  bench.server.mqtt_commands.push_back(command());
  bench.run(20'000);
  CHECK(bench.mqtt.is_up);
  CHECK_EQ(bench.server.tokens_given, 1);
  CHECK_EQ(check::plain(bench.stored().key_digest.view()), kDigest);
}

TEST("where the new ones are refused the old ones go on") {
  Online bench;
  const std::string old_token = bench.server.token;
  bench.server.mqtt_commands.push_back(command());
  CHECK(bench.runUntil([&] { return bench.stored().key_digest.size() == 64; }, 5'000));
  CHECK(bench.runUntil([&] { return bench.stored().key_digest.empty(); }, 60'000));
  bench.run(60'000);
  CHECK(bench.mqtt.is_up);
  CHECK_EQ(check::plain(bench.stored().device_token.view()), old_token);
  CHECK_EQ(bench.server.tokens_given, 1);
}

TEST("where both are refused the device enrols with the key that people gave it") {
  Online bench;
  bench.server.mqtt_commands.push_back(command());
  CHECK(bench.runUntil([&] { return bench.stored().key_digest.size() == 64; }, 5'000));
  bench.server.token = "neither";
  CHECK(bench.runUntil([&] { return bench.server.tokens_given == 2; }, 120'000));
  CHECK(bench.runUntil([&] { return bench.mqtt.is_up; }, 60'000));
  CHECK(bench.stored().key_digest.empty());
}

TEST("over HTTP the next request carries the new token") {
  Online bench;
  bench.server.is_mqtt_up = bench.server.is_web_socket_up = false;
  CHECK(bench.runUntil([&] { return !bench.mqtt.is_up; }, 60'000));
  bench.server.commands = "[" + command() + "]";
  CHECK(bench.runUntil(
      [&] { return bench.stored().device_token.view() == TextView(kNewToken); }, 120'000));
  bench.server.token = kNewToken;
  CHECK(bench.runUntil([&] { return bench.http.last_bearer == kNewToken; }, 120'000));
  CHECK(bench.runUntil([&] { return bench.stored().previous.device_token.empty(); }, 60'000));
  CHECK_EQ(bench.server.tokens_given, 1);
}

TEST("power lost at any byte of that leaves credentials that the server takes") {
  for (long bytes = 0; bytes < 480; bytes += 7) {
    check::setContext(std::to_string(bytes));
    Online bench;
    const std::string old_token = bench.server.token;
    bench.store.power.bytes = bytes;
    bench.server.mqtt_commands.push_back(command());
    bench.run(3'000);
    bench.store.power.restore();
    bench.boot();
    // The server accepts both tokens until the device has used the new one.
    bench.server.beats.clear();
    const bool has_new = bench.stored().device_token.view() == TextView(kNewToken);
    if (has_new) bench.server.token = kNewToken;
    CHECK(bench.runUntil([&] { return !bench.server.beats.empty(); }, 60'000));
  }
}

TEST("a command that is not whole is none") {
  for (const std::string& bad :
       {command("short"), std::string(R"({"type":"credentials"})"),
        R"({"type":"credentials","device_token":")" + std::string(kNewToken) +
            R"(","key_digest":"ABC"})"}) {
    Online bench;
    bench.server.mqtt_commands.push_back(bad);
    bench.run(5'000);
    CHECK(bench.stored().key_digest.empty());
    CHECK(bench.mqtt.is_up);
  }
}

TEST("a configuration that is entered anew drops what was handed over") {
  Online bench;
  bench.server.mqtt_commands.push_back(command());
  CHECK(bench.runUntil([&] { return bench.stored().key_digest.size() == 64; }, 5'000));
  bench.server.token = kNewToken;
  bench.run(5'000);
  bench.server.phone = "0899999999";
  bench.type("customer_phone=0899999999\nsave_config\n");
  CHECK(bench.runUntil([&] { return bench.server.tokens_given == 2; }, 20'000));
  CHECK(bench.stored().key_digest.empty());
}
