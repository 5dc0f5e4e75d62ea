// The answers of a hostile server.
#include <string.h>

#include "core/json-reader.h"
#include "core/manifest.h"
#include "core/protocol.h"
#include "fuzz/entries.h"

using namespace faiwatch;

const char* const fuzz_seeds[] = {
    R"({"ok":true,"device_token":"fwd_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG","heartbeat_interval_seconds":10,"mqtt":{"port":1883,"tls":false,"path":"/mqtt"},"server_time":"2026-11-21T03:00:00.000Z"})",
    R"({"ok":true,"server_time":"2026-11-21T03:00:00.123Z","commands":[{"type":"check_firmware"},{"type":"x","a":[1,{"b":true}]}]})",
    R"({"ok":true,"accepted":[7,8,4294967295]})",
    R"({"ok":false,"error":"no \u0e44\ud83d\ude00","code":"KEY_IN_USE"})",
    R"({"ok":true,"version":"1.1.0","size":1048576,"sha256":"6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d","signature":"MEQCIDudF7mV+anbymco4t9RxIzGZZJbxNBFQsvGn07ButawAiAKRQHkUXrWMqVzsETmlX4+zvnsRciCsMjCl4ARXr8mAQ==","url":"/x.bin"})",
    R"([[[[[[[[[[[[[[[[[)",
    R"("\u0000\ud800\\")",
    R"(-1.5e+10)",
    R"(null)",
};
const size_t fuzz_seed_count = sizeof fuzz_seeds / sizeof fuzz_seeds[0];

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const TextView text(reinterpret_cast<const char*>(data), size);
  JsonReader reader(text);
  int depth = 0;
  for (size_t tokens = 0;; tokens++) {
    // A token takes a byte at least, so the walk ends.
    FUZZ_ASSERT(tokens <= size + 1);
    const JsonToken token = reader.next();
    if (token == JsonToken::BeginObject || token == JsonToken::BeginArray) depth++;
    if (token == JsonToken::EndObject || token == JsonToken::EndArray) depth--;
    FUZZ_ASSERT(depth >= 0 && depth <= 16);
    if (token == JsonToken::Key || token == JsonToken::String) {
      char decoded[40];
      if (reader.decode(decoded, sizeof decoded)) FUZZ_ASSERT(strlen(decoded) < sizeof decoded);
    }
    if (token == JsonToken::Error) break;
    if (token == JsonToken::End) {
      FUZZ_ASSERT(depth == 0);
      break;
    }
  }
  EnrolAnswer enrol;
  if (parseEnrolAnswer(text, enrol)) {
    FUZZ_ASSERT(enrol.enrolment.device_token.size() >= 16);
    FUZZ_ASSERT(enrol.enrolment.heartbeat_interval_seconds >= 2);
  }
  HeartbeatAnswer beat;
  if (parseHeartbeatAnswer(text, beat))
    FUZZ_ASSERT(beat.command_count <= HeartbeatAnswer::kMaxCommands);
  parseEventsAnswer(text, 7);
  parseRefusal(text);
  Command command;
  parseCommand(text, command);
  Manifest manifest;
  if (parseManifest(text, manifest)) {
    FUZZ_ASSERT(manifest.size > 0 && !manifest.url.empty());
    FUZZ_ASSERT(manifest.signature_length > 0 &&
                manifest.signature_length <= sizeof manifest.signature);
  }
  return 0;
}
