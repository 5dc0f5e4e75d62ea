#include "core/protocol.h"
#include "core/manifest.h"
#include "core/sha256.h"
#include "support/check.h"
#include "support/fake-parts.h"
#include "support/fixtures.h"

using namespace faiwatch;

namespace {

Heartbeat bareBeat() {
  Heartbeat beat;
  beat.boot_id = 0xffffffff;
  beat.seq = 0xffffffff;
  beat.reset_reason = hal::ResetReason::PowerOn;
  beat.firmware_version = "1.0.0";
  return beat;
}

std::string encoded(const Heartbeat& beat) {
  char out[kMessageBytes];
  CHECK(encodeHeartbeat(beat, out, sizeof out));
  return out;
}

}  // namespace

TEST("a heartbeat with everything is the one of the fixtures") {
  Heartbeat beat;
  beat.boot_id = 0xc0ffee;
  beat.seq = 41;
  beat.uptime_ms = 86'400'123;
  beat.reset_reason = hal::ResetReason::Brownout;
  beat.is_power_up = false;
  beat.has_mains_sense = true;
  beat.has_rssi = true;
  beat.rssi = -61;
  beat.ssid = "บ้าน \"2.4\" \\ G";
  beat.battery_mv = 3905;
  beat.firmware_version = "1.0.0";
  CHECK_EQ(encoded(beat), readFixture("heartbeat-full"));
}

TEST("a bare heartbeat is the one of the fixtures") {
  CHECK_EQ(encoded(bareBeat()), readFixture("heartbeat-bare"));
}

TEST("a heartbeat after a rollback names the version that failed") {
  Heartbeat beat;
  beat.boot_id = 0xc0ffee;
  beat.seq = 3;
  beat.uptime_ms = 12'000;
  beat.reset_reason = hal::ResetReason::Panic;
  beat.has_rssi = true;
  beat.rssi = -70;
  beat.ssid = "Home";
  beat.firmware_version = "1.0.0";
  beat.update_failed = "1.1.0";
  CHECK_EQ(encoded(beat), readFixture("heartbeat-after-rollback"));
}

TEST("a heartbeat after a restart of its own is the one of the fixtures") {
  Heartbeat beat;
  beat.boot_id = 0xc0ffee;
  beat.seq = 1;
  beat.uptime_ms = 5'000;
  beat.reset_reason = hal::ResetReason::Software;
  beat.firmware_version = "1.1.0";
  beat.tells_features = true;
  beat.tells_more = true;
  beat.previous_boot_id = 0x0badcafe;
  beat.restart_cause = "no_answer";
  beat.memory = {91'000, 60'000};
  beat.reconnects = 2;
  beat.starts = 17;
  CHECK_EQ(encoded(beat), readFixture("heartbeat-after-restart"));
}

TEST("a heartbeat before it sleeps is the one of the fixtures") {
  Heartbeat beat;
  beat.boot_id = 0xc0ffee;
  beat.seq = 812;
  beat.uptime_ms = 31'000'000;
  beat.reset_reason = hal::ResetReason::PowerOn;
  beat.is_power_up = false;
  beat.has_mains_sense = true;
  beat.has_rssi = true;
  beat.rssi = -61;
  beat.ssid = "ShopWiFi";
  beat.battery_mv = 3276;
  beat.firmware_version = "1.1.0";
  beat.is_falling_asleep = true;
  beat.memory = {91'000, 60'000};
  beat.starts = 17;
  // These are not sent to a server that may refuse unknown fields.
  CHECK(encoded(beat).find("sleep") == std::string::npos);
  beat.tells_more = true;
  CHECK_EQ(encoded(beat), readFixture("heartbeat-falling-asleep"));
}

TEST("a heartbeat with the voltage of the mains is the one of the fixtures") {
  Heartbeat beat;
  beat.boot_id = 0xc0ffee;
  beat.seq = 12;
  beat.uptime_ms = 61'000;
  beat.reset_reason = hal::ResetReason::PowerOn;
  beat.has_mains_sense = true;
  beat.firmware_version = "1.1.0";
  beat.memory = {91'000, 60'000};
  beat.starts = 17;
  beat.mains_mv = 228'415;
  // Releases of the server that refuse unknown fields have never asked.
  CHECK(encoded(beat).find("mains_voltage") == std::string::npos);
  beat.tells_more = true;
  CHECK_EQ(encoded(beat), readFixture("heartbeat-with-mains-voltage"));
  beat.mains_mv = 500'001;
  CHECK(encoded(beat).find("mains_voltage") == std::string::npos);
}

TEST("new credentials are read as the fixture has them") {
  Command command;
  CHECK(parseCommand(readFixture("command-credentials").c_str(), command));
  CHECK_EQ(command.type, CommandType::Credentials);
  CHECK_EQ(command.credentials.device_token.view(),
           "fwd_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG");
  CHECK_EQ(command.credentials.key_digest.size(), 64u);
}

TEST("an SSID that is not fit to be said is left out") {
  for (const char* ssid : {"\xff\xfe", "a\x01b", ""}) {
    Heartbeat beat = bareBeat();
    beat.ssid = ssid;
    CHECK_EQ(encoded(beat), readFixture("heartbeat-bare"));
  }
}

TEST("the longest heartbeat fits into its buffer") {
  Heartbeat beat = bareBeat();
  beat.uptime_ms = UINT64_MAX;
  beat.reset_reason = hal::ResetReason::DeepSleep;
  beat.has_rssi = true;
  beat.rssi = -127;
  beat.ssid = "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"";
  beat.battery_mv = 65535;
  beat.firmware_version = "1234567890123456789012345678901";
  beat.update_failed = "1234567890123456789012345678901";
  encoded(beat);
  char small[64];
  CHECK(!encodeHeartbeat(beat, small, sizeof small));
}

TEST("events are those of the fixtures") {
  PowerEvent event;
  event.boot_id = 0xc0ffee;
  event.seq = 7;
  event.battery_mv = 4085;
  char out[kMessageBytes];
  CHECK(encodeEvent(event, 130, out, sizeof out));
  CHECK_EQ(std::string(out), readFixture("event-power-down"));
  event.battery_mv = 0;
  CHECK(encodeEventsRequest(event, 0, out, sizeof out));
  CHECK_EQ(std::string(out), readFixture("events-request"));
  event.type = EventType::PowerRecover;
  event.boot_id = 42;
  event.seq = 8;
  CHECK(encodeEvent(event, 315'576'000'000, out, sizeof out));
  CHECK_EQ(std::string(out), readFixture("event-power-recover"));
  CHECK(!encodeEvent(event, 1, out, 20));
  CHECK(!encodeEventsRequest(event, 1, out, 20));
}

TEST("an enrolment is the one of the fixtures") {
  char out[kMessageBytes];
  const EnrolRequest request = {"fw-a1b2c3d4e5f6", "FTRRV-N5ACK-2A8B7-C8YGR", "0812345678",
                                hal::BoardKind::TDisplay, "1.0.0"};
  CHECK(encodeEnrolRequest(request, out, sizeof out));
  CHECK_EQ(std::string(out), readFixture("enrol-request"));
  CHECK(!encodeEnrolRequest(request, out, 40));
}

TEST("the answer to an enrolment is understood") {
  EnrolAnswer answer;
  CHECK(parseEnrolAnswer(readFixture("enrol-answer").c_str(), answer));
  CHECK_EQ(answer.enrolment.device_token.view(), "fwd_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG");
  CHECK_EQ(answer.enrolment.heartbeat_interval_seconds, 10);
  CHECK_EQ(answer.enrolment.mqtt_port, 1883);
  CHECK(!answer.enrolment.mqtt_is_tls);
  CHECK_EQ(answer.enrolment.mqtt_path.view(), "/mqtt");
  CHECK_EQ(answer.server_time_ms, 1795230000000);
  CHECK(parseEnrolAnswer(readFixture("enrol-answer-web-socket-only").c_str(), answer));
  CHECK_EQ(answer.enrolment.mqtt_port, 0);
  CHECK_EQ(answer.enrolment.heartbeat_interval_seconds, 30);
}

TEST("an answer to an enrolment may hold more, but not less or something else") {
  const std::string good = readFixture("enrol-answer");
  const auto with = [&good](const std::string& from, const std::string& to) {
    std::string text = good;
    const size_t at = text.find(from);
    CHECK(at != std::string::npos);
    text.replace(at, from.size(), to);
    EnrolAnswer answer;
    return parseEnrolAnswer({text.data(), text.size()}, answer);
  };
  CHECK(with("{\"ok\":true", "{\"new\":[{\"a\":1}],\"ok\":true"));
  CHECK(with("\"port\":1883", "\"port\":1883,\"new\":null"));
  CHECK(with("\"server_time\":\"2026-11-21T03:00:00.000Z\"", "\"server_time\":\"soon\""));
  CHECK(with("\"heartbeat_interval_seconds\":10", "\"heartbeat_interval_seconds\":0"));
  CHECK(!with("\"ok\":true", "\"ok\":false"));
  CHECK(!with("\"ok\":true", "\"ok\":1"));
  CHECK(!with("\"device_token\"", "\"token\""));
  CHECK(!with("fwd_0123456789", "fwd 0123456789"));
  CHECK(!with("fwd_0123456789", "fwd\\n0123456789"));
  CHECK(!with("\"fwd_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG\"", "\"short\""));
  CHECK(!with("\"fwd_", "\"" + std::string(80, 'x')));
  CHECK(!with("\"mqtt\":{", "\"other\":{"));
  CHECK(!with("{\"port\":1883,\"tls\":false,\"path\":\"/mqtt\"}", "null"));
  CHECK(!with("\"port\":1883", "\"port\":65536"));
  CHECK(!with("\"port\":1883", "\"port\":\"1883\""));
  CHECK(!with("\"tls\":false", "\"tls\":null"));
  CHECK(!with("\"/mqtt\"", "\"mqtt\""));
  CHECK(!with("\"/mqtt\"", "7"));
  CHECK(!with(":10,", ":\"10\","));
  CHECK(!with("\"server_time\":\"2026-11-21T03:00:00.000Z\"", "\"server_time\":7"));
  CHECK(!with("000Z\"}", "000Z\"}}"));
  EnrolAnswer answer;
  for (size_t length = 0; length < good.size(); length++) {
    CHECK(!parseEnrolAnswer({good.data(), length}, answer));
  }
}

TEST("an interval beyond reason is brought within it") {
  EnrolAnswer answer;
  std::string text = readFixture("enrol-answer");
  text.replace(text.find(":10,"), 4, ":86400,");
  CHECK(parseEnrolAnswer({text.data(), text.size()}, answer));
  CHECK_EQ(answer.enrolment.heartbeat_interval_seconds, 300);
}

TEST("the answer to a heartbeat tells the time and brings commands") {
  HeartbeatAnswer answer;
  CHECK(parseHeartbeatAnswer(readFixture("heartbeat-answer").c_str(), answer));
  CHECK_EQ(answer.server_time_ms, 1795230000123);
  CHECK_EQ(answer.command_count, 0u);
  CHECK(parseHeartbeatAnswer(readFixture("heartbeat-answer-with-commands").c_str(), answer));
  CHECK_EQ(answer.command_count, 3u);
  CHECK_EQ(answer.commands[0], CommandType::CheckFirmware);
  CHECK_EQ(answer.commands[1], CommandType::Unknown);
  CHECK_EQ(answer.commands[2], CommandType::Identify);
}

TEST("of many commands the first eight count, and broken ones spoil the answer") {
  HeartbeatAnswer answer;
  std::string commands;
  for (int i = 0; i < 20; i++)
    commands += std::string(i == 0 ? "" : ",") + "{\"type\":\"restart\"}";
  const std::string many = "{\"ok\":true,\"commands\":[" + commands + "]}";
  CHECK(parseHeartbeatAnswer({many.data(), many.size()}, answer));
  CHECK_EQ(answer.command_count, 8u);
  CHECK_EQ(answer.server_time_ms, 0);
  for (const char* bad :
       {"{\"ok\":true,\"commands\":{}}", "{\"ok\":true,\"commands\":[1]}",
        "{\"ok\":true,\"commands\":[{}]}", "{\"ok\":true,\"commands\":[{\"type\":1}]}",
        "{\"ok\":false}", "[]", "{\"ok\":true,\"commands\":[{\"type\":\"x\"}"}) {
    CHECK(!parseHeartbeatAnswer(bad, answer));
  }
}

TEST("an event counts as accepted only if its number is in the answer") {
  CHECK(parseEventsAnswer(readFixture("events-answer").c_str(), 7));
  CHECK(!parseEventsAnswer(readFixture("events-answer").c_str(), 8));
  for (const char* bad :
       {"{\"ok\":true,\"accepted\":[]}", "{\"ok\":false,\"accepted\":[7]}", "{\"accepted\":[7]}",
        "{\"ok\":true,\"accepted\":7}", "{\"ok\":true,\"accepted\":[\"7\"]}",
        "{\"ok\":true,\"accepted\":[7.0]}", "{\"ok\":true,\"accepted\":[7]", "7"}) {
    CHECK(!parseEventsAnswer(bad, 7));
  }
}

TEST("commands of the commands topic are understood") {
  Command command;
  CHECK(parseCommand(readFixture("command-check-firmware").c_str(), command));
  CHECK_EQ(command.type, CommandType::CheckFirmware);
  CHECK(parseCommand(readFixture("command-restart").c_str(), command));
  CHECK_EQ(command.type, CommandType::Restart);
  CHECK(parseCommand("{\"type\":\"dance\"}", command));
  CHECK_EQ(command.type, CommandType::Unknown);
  CHECK(parseCommand(readFixture("command-servers").c_str(), command));
  CHECK_EQ(command.type, CommandType::Servers);
  CHECK_EQ(command.servers.count, 3u);
  CHECK_EQ(command.servers.urls[2].view(), "https://power.example.org");
  CHECK(parseCommand("{\"type\":\"servers\"}", command));
  CHECK_EQ(command.type, CommandType::Unknown);
  for (const char* bad : {"", "{}", "restart", "{\"type\":null}", "{\"type\":\"restart\"} x"}) {
    CHECK(!parseCommand(bad, command));
  }
}

TEST("refusals are told apart by their code") {
  CHECK_EQ(parseRefusal(readFixture("refusal-key-in-use").c_str()), ServerCode::KeyInUse);
  CHECK_EQ(parseRefusal(readFixture("refusal-validation").c_str()), ServerCode::Validation);
  CHECK_EQ(parseRefusal("{\"code\":\"TEAPOT\"}"), ServerCode::Other);
  CHECK_EQ(parseRefusal("{\"code\":7}"), ServerCode::Other);
  CHECK_EQ(parseRefusal("<html>502 Bad Gateway</html>"), ServerCode::Other);
  CHECK_EQ(parseRefusal("{\"code\":\"KEY_IN_USE\""), ServerCode::Other);
  CHECK_EQ(serverCodeName(ServerCode::KeyPhoneMismatch), "KEY_PHONE_MISMATCH");
  CHECK_EQ(serverCodeName(ServerCode::Other), "OTHER");
}

TEST("a manifest is understood, and its signature is over board, version, size and digest") {
  struct Recorder : hal::Crypto {
    bool verifyRelease(const uint8_t (&sha256)[32], const uint8_t*, size_t length) override {
      memcpy(digest, sha256, 32);
      signature_length = length;
      return true;
    }
    uint8_t digest[32];
    size_t signature_length = 0;
  } recorder;
  Manifest manifest;
  CHECK(parseManifest(readFixture("manifest").c_str(), manifest));
  CHECK_EQ(manifest.version.view(), "1.1.0");
  CHECK_EQ(manifest.size, 1048576u);
  CHECK_EQ(manifest.url.view(), "/api/device/v1/firmware/1.1.0/image?board=s2-mini");
  CHECK(isSigned(manifest, "s2-mini", recorder));
  const std::string signed_text =
      "s2-mini\n1.1.0\n1048576\n6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d\n";
  Sha256 sha;
  sha.add(signed_text.data(), signed_text.size());
  uint8_t expected[32];
  sha.finish(expected);
  CHECK(memcmp(recorder.digest, expected, 32) == 0);
  CHECK(recorder.signature_length >= 68 && recorder.signature_length <= 72);
}

TEST("a manifest that lacks something, or is not plain, is refused") {
  const std::string good = readFixture("manifest");
  const auto with = [&good](const std::string& from, const std::string& to) {
    std::string text = good;
    const size_t at = text.find(from);
    CHECK(at != std::string::npos);
    text.replace(at, from.size(), to);
    Manifest manifest;
    return parseManifest({text.data(), text.size()}, manifest);
  };
  CHECK(with("{\"ok\"", "{\"notes\":{\"th\":\"ใหม่\"},\"ok\""));
  CHECK(!with("\"ok\":true", "\"ok\":false"));
  CHECK(!with("\"ok\"", "\"yes\""));
  for (const char* name : {"\"version\"", "\"size\"", "\"sha256\"", "\"signature\"", "\"url\""}) {
    CHECK(!with(name, "\"other\""));
  }
  CHECK(!with("\"1.1.0\"", "\"latest\""));
  CHECK(!with("\"1.1.0\"", "110"));
  CHECK(!with("1048576", "0"));
  CHECK(!with("1048576", "4294967296"));
  CHECK(!with("1048576", "-1"));
  CHECK(!with("\"signature\":\"", "\"signature\":\"A"));
  CHECK(!with("\"signature\":\"", "\"signature\":\"AAAAAAAAAAAA"));
  CHECK(!with("\"sha256\":\"", "\"sha256\":\"0"));
  CHECK(!with("\"/api/", "\"/a pi/"));
  CHECK(!with("\"/api/", "\"/a\\r\\nHost: x/"));
  CHECK(!with("\"url\":\"/api/device/v1/firmware/1.1.0/image?board=s2-mini\"", "\"url\":\"\""));
  Manifest manifest;
  for (size_t length = 0; length < good.size(); length++) {
    CHECK(!parseManifest({good.data(), length}, manifest));
  }
}
