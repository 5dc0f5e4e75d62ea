#include "core/firmware-trial.h"
#include "core/sha256.h"
#include "support/bench.h"
#include "support/check.h"

using namespace faiwatch;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string toHex(const uint8_t (&digest)[32]) {
  char hex[65];
  TextWriter writer(hex, sizeof hex);
  for (const uint8_t byte : digest) writer.addHex(byte, 2);
  return hex;
}

std::string toBase64(const uint8_t (&bytes)[32]) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < 32; i += 3) {
    const uint32_t b1 = i + 1 < 32 ? bytes[i + 1] : 0;
    const uint32_t b2 = i + 2 < 32 ? bytes[i + 2] : 0;
    const uint32_t bits = static_cast<uint32_t>(bytes[i]) << 16 | b1 << 8 | b2;
    for (int shift = 18; shift >= 0; shift -= 6) text += kLetters[(bits >> shift) & 63];
  }
  return text.substr(0, 43) + "=";
}

void hash(const std::string& text, uint8_t (&digest)[32]) {
  Sha256 sha;
  sha.add(text.data(), text.size());
  sha.finish(digest);
}

/// A server with an image to offer; the fake curve takes the digest itself for a signature.
struct UpdateBench : Bench {
  explicit UpdateBench(size_t image_size = 200'000) {
    configure();
    for (size_t i = 0; i < image_size; i++) server.image += static_cast<char>(random.next());
    offer("1.1.0", "s2-mini");
    boot();
    CHECK(runUntil([this] { return mqtt.is_up; }, 20'000));
  }
  void offer(const std::string& version, const std::string& board,
             const char* url = "/files/x.bin") {
    uint8_t digest[32];
    hash(server.image, digest);
    const std::string size = std::to_string(server.image.size());
    const std::string image_digest = toHex(digest);
    hash(board + "\n" + version + "\n" + size + "\n" + image_digest + "\n", digest);
    server.manifest = "{\"ok\":true,\"version\":\"" + version + "\",\"size\":" + size +
                      ",\"sha256\":\"" + image_digest + "\",\"signature\":\"" + toBase64(digest) +
                      "\",\"url\":\"" + url + "\"}";
  }
  /// Runs past the first check.
  std::string settle() {
    run(420'000);
    return serial.take();
  }
};

}  // namespace

TEST("a newer, signed image is downloaded, checked, installed and started") {
  UpdateBench bench;
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 420'000));
  CHECK_EQ(bench.server.firmware_query, "board=s2-mini&version=1.0.0");
  CHECK(bench.slot.is_installed);
  CHECK(bench.slot.image == bench.server.image);
  CHECK(holds(bench.serial.take(), "* Update 1.1.0: installed\r\n"));
  CHECK_EQ(bench.mqtt.goodbyes, 1);
  CHECK_EQ(bench.http.last_bearer, bench.server.token);
  CHECK_EQ(bench.store.values["ota_tried"], "1.1.0");
  bench.board.board.firmware_version = "1.1.0";
  bench.slot.is_on_trial = true;
  bench.boot(hal::ResetReason::Software);
  bench.run(20'000);
  CHECK(!bench.slot.is_on_trial);
  CHECK(bench.store.values.count("ota_tried") == 0);
  CHECK(!holds(bench.server.beats.back().json, "update_failed"));
}

TEST("a token is not sent to a file server elsewhere") {
  UpdateBench bench;
  bench.offer("1.1.0", "s2-mini", "http://files.example/files/x.bin");
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 420'000));
  CHECK_EQ(bench.http.last_url, "http://files.example/files/x.bin");
  CHECK_EQ(bench.http.last_bearer, "");
}

TEST("what is not newer, not for this board, too large or wrongly signed is left alone") {
  const auto said = [](void (*spoil)(UpdateBench&)) {
    UpdateBench bench(1'000);
    spoil(bench);
    const std::string text = bench.settle();
    CHECK(!bench.slot.is_installed);
    CHECK_EQ(bench.board.restarts, 0);
    CHECK(bench.slot.image.empty());
    CHECK(bench.mqtt.is_up);
    return text;
  };
  CHECK(holds(said([](UpdateBench& bench) { bench.offer("1.0.0", "s2-mini"); }),
              "Update 1.0.0: nothing newer"));
  CHECK(holds(said([](UpdateBench& bench) { bench.offer("0.9.0", "s2-mini"); }),
              "Update 0.9.0: nothing newer"));
  CHECK(holds(said([](UpdateBench& bench) { bench.offer("1.1.0", "t-display"); }),
              "Update 1.1.0: bad signature"));
  CHECK(holds(said([](UpdateBench& bench) { bench.slot.slot_bytes = 999; }),
              "Update 1.1.0: too large"));
  CHECK(holds(said([](UpdateBench& bench) { bench.server.manifest = "{\"ok\":true}"; }),
              "Update no answer"));
  CHECK(
      holds(said([](UpdateBench& bench) { bench.server.manifest = ""; }), "Update nothing newer"));
  CHECK(holds(said([](UpdateBench& bench) { bench.server.manifest_status = 404; }),
              "Update nothing newer"));
  CHECK(holds(said([](UpdateBench& bench) { bench.server.manifest_status = 500; }),
              "Update no answer"));
}

TEST("an image that is not what was signed is not installed") {
  UpdateBench bench(50'000);
  bench.server.image[25'000] ^= 1;
  CHECK(holds(bench.settle(), "Update 1.1.0: bad digest"));
  CHECK(!bench.slot.is_installed);
  CHECK(bench.slot.aborts >= 1);
}

TEST("an image of another length is refused, said so or not") {
  UpdateBench longer(50'000);
  longer.server.image += "more";
  longer.http.said_length = 50'000;
  CHECK(holds(longer.settle(), "Update 1.1.0: interrupted"));
  CHECK(longer.slot.image.size() <= 50'000);
  UpdateBench honest(50'000);
  honest.server.image += "more";
  CHECK(holds(honest.settle(), "Update 1.1.0: interrupted"));
  CHECK(honest.slot.image.empty());
  UpdateBench shorter(50'000);
  shorter.server.image.resize(40'000);
  shorter.http.said_length = 50'000;
  CHECK(holds(shorter.settle(), "Update 1.1.0: interrupted"));
  CHECK(!shorter.slot.is_installed);
}

TEST("a download that breaks off is begun again later, from its beginning") {
  UpdateBench bench(50'000);
  bench.http.breaks_after = 20'000;
  CHECK(bench.runUntil([&] { return holds(bench.serial.output, "Update 1.1.0: interrupted"); },
                       420'000));
  bench.http.breaks_after = SIZE_MAX;
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 300'000));
  CHECK(bench.slot.image == bench.server.image);
}

TEST("a flash that does not take the image ends the update, not the device") {
  UpdateBench begin(1'000);
  begin.slot.fails_begin = true;
  CHECK(holds(begin.settle(), "Update 1.1.0: not installed"));
  UpdateBench write(50'000);
  write.slot.fails_at = 10'000;
  CHECK(holds(write.settle(), "Update 1.1.0: not installed"));
  UpdateBench finish(1'000);
  finish.slot.fails_finish = true;
  CHECK(holds(finish.settle(), "Update 1.1.0: not installed"));
  CHECK(finish.mqtt.is_up);
  CHECK(finish.store.values.count("ota_tried") == 0);
}

TEST("mains lost breaks a download off at once, and it is not begun again before mains is back") {
  UpdateBench bench(1'000'000);
  bench.type("mains_input=vbus\nsave_config\n");
  CHECK(bench.runUntil([&] { return bench.slot.is_open; }, 420'000));
  bench.run(500);
  bench.setMains(false);
  bench.run(200);
  CHECK(!bench.slot.is_open);
  CHECK(holds(bench.serial.take(), "Update 1.1.0: interrupted"));
  bench.run(1'000);
  CHECK_EQ(bench.server.events.size(), 1u);
  bench.tick_ms = 100;
  bench.run(3'600'000);
  CHECK(!bench.slot.is_open);
  bench.setMains(true);
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 300'000));
}

TEST("a download gives the HTTP client back when MQTT is gone and there is something to say") {
  UpdateBench bench(2'000'000);
  bench.slot.slot_bytes = 3'000'000;
  bench.http.chunk_bytes = 64;
  CHECK(bench.runUntil([&] { return bench.slot.is_open; }, 420'000));
  bench.server.is_mqtt_up = false;
  bench.server.is_web_socket_up = false;
  const size_t beats = bench.server.beats.size();
  bench.run(240'000);
  CHECK(holds(bench.serial.take(), "Update 1.1.0: interrupted"));
  CHECK(bench.server.beats.size() > beats);
}

TEST("a download that never ends is given up after ten minutes") {
  UpdateBench bench(1'000'000);
  bench.http.chunk_bytes = 1;
  CHECK(bench.runUntil([&] { return bench.slot.is_open; }, 420'000));
  bench.run(590'000);
  CHECK(bench.slot.is_open);
  bench.run(20'000);
  CHECK(!bench.slot.is_open);
}

TEST("a version that was rolled back is reported and not tried again until asked to") {
  UpdateBench bench(1'000);
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 420'000));
  // The new image crashed; the boot loader brings the old one back.
  bench.slot.is_installed = false;
  bench.slot.image.clear();
  bench.board.restarts = 0;
  bench.boot(hal::ResetReason::Panic);
  bench.run(20'000);
  CHECK(holds(bench.server.beats.back().json, "\"update_failed\":\"1.1.0\""));
  CHECK(holds(bench.settle(), "Update 1.1.0: failed before, not tried again"));
  CHECK(bench.slot.image.empty());
  bench.boot(hal::ResetReason::PowerOn);
  bench.run(20'000);
  CHECK(holds(bench.server.beats.back().json, "\"update_failed\":\"1.1.0\""));
  bench.server.mqtt_commands.push_back("{\"type\":\"check_firmware\"}");
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 30'000));
  CHECK(bench.slot.is_installed);
}

namespace {

/// The board goes to sleep for want of power, or loses it, before the server answered the new image; the
/// boot loader brings the old one back.
void cutTrial(UpdateBench& bench, hal::ResetReason reason) {
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 420'000));
  CHECK(bench.slot.is_installed);
  bench.board.board.firmware_version = "1.1.0";
  bench.slot.is_on_trial = true;
  bench.boot(hal::ResetReason::Software);
  bench.run(50);
  CHECK(bench.slot.is_on_trial);
  bench.slot.is_on_trial = bench.slot.is_installed = false;
  bench.slot.image.clear();
  bench.board.restarts = 0;
  bench.board.board.firmware_version = "1.0.0";
  bench.boot(reason);
  bench.run(20'000);
}

}  // namespace

TEST("a power cut during the trial is no bad image: it is tried again, three times in all") {
  UpdateBench bench(1'000);
  for (const hal::ResetReason reason : {hal::ResetReason::PowerOn, hal::ResetReason::Brownout}) {
    cutTrial(bench, reason);
    CHECK(!holds(bench.server.beats.back().json, "update_failed"));
  }
  cutTrial(bench, hal::ResetReason::DeepSleep);
  CHECK(holds(bench.server.beats.back().json, "\"update_failed\":\"1.1.0\""));
  CHECK(holds(bench.settle(), "Update 1.1.0: failed before, not tried again"));
  // On the server's command the version gets all its tries again.
  bench.server.mqtt_commands.push_back("{\"type\":\"check_firmware\"}");
  cutTrial(bench, hal::ResetReason::PowerOn);
  CHECK(!holds(bench.server.beats.back().json, "update_failed"));
}

TEST("a trial that ends well, a crash and another version end the counting of cuts") {
  UpdateBench bench(1'000);
  cutTrial(bench, hal::ResetReason::PowerOn);
  cutTrial(bench, hal::ResetReason::PowerOn);
  CHECK_EQ(bench.store.values["ota_cuts"].back(), 2);
  bench.offer("1.2.0", "s2-mini");
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 420'000));
  bench.boot(hal::ResetReason::Brownout);
  CHECK_EQ(bench.store.values["ota_cuts"].back(), 1);
  CHECK(bench.runUntil([&] { return bench.board.restarts > 1; }, 420'000));
  bench.board.board.firmware_version = "1.2.0";
  bench.slot.is_on_trial = true;
  bench.boot(hal::ResetReason::Software);
  bench.run(20'000);
  CHECK(!bench.slot.is_on_trial);
  CHECK_EQ(bench.store.values.count("ota_cuts"), 0u);

  UpdateBench crashing(1'000);
  cutTrial(crashing, hal::ResetReason::PowerOn);
  cutTrial(crashing, hal::ResetReason::Panic);
  CHECK(holds(crashing.server.beats.back().json, "\"update_failed\":\"1.1.0\""));
  CHECK_EQ(crashing.store.values.count("ota_cuts"), 0u);
}

TEST("a newer version than the one that failed is tried, and its success ends the report") {
  UpdateBench bench(1'000);
  bench.store.values["ota_failed"] = "1.1.0";
  bench.offer("1.2.0", "s2-mini");
  bench.boot();
  CHECK(bench.runUntil([&] { return bench.board.restarts > 0; }, 420'000));
  bench.board.board.firmware_version = "1.2.0";
  bench.slot.is_on_trial = true;
  bench.boot(hal::ResetReason::Software);
  bench.run(20'000);
  CHECK(!holds(bench.server.beats.back().json, "update_failed"));
  CHECK(bench.store.values.count("ota_failed") == 0);
}

TEST("an image on trial gives itself up after fifteen minutes without an answer of the server") {
  Bench bench;
  bench.configure();
  bench.board.board.firmware_version = "1.1.0";
  bench.slot.is_on_trial = true;
  bench.server.is_http_up = false;
  bench.boot(hal::ResetReason::Software);
  bench.run(890'000);
  CHECK_EQ(bench.slot.rollbacks, 0);
  bench.run(20'000);
  CHECK_EQ(bench.slot.rollbacks, 1);
  // The old image runs again.
  bench.board.board.firmware_version = "1.0.0";
  bench.slot.is_on_trial = false;
  bench.server.is_http_up = true;
  bench.boot(hal::ResetReason::Software);
  bench.run(20'000);
  CHECK(holds(bench.server.beats.back().json, "\"update_failed\":\"1.1.0\""));
}

TEST("an image on trial is not blamed for a silence without mains") {
  Bench bench;
  bench.mains.default_kind = hal::MainsInputKind::Vbus;
  bench.configure();
  bench.slot.is_on_trial = true;
  bench.wifi.is_router_up = false;
  bench.setMains(false);
  bench.boot(hal::ResetReason::Software);
  bench.tick_ms = 100;
  bench.run(3'600'000);
  CHECK_EQ(bench.slot.rollbacks, 0);
  bench.setMains(true);
  bench.run(899'000);
  CHECK_EQ(bench.slot.rollbacks, 0);
  bench.run(10'000);
  CHECK_EQ(bench.slot.rollbacks, 1);
}

TEST(
    "an image that could not be marked is marked at the next answer, and no update is begun "
    "before") {
  UpdateBench bench(1'000);
  bench.slot.is_on_trial = true;
  bench.slot.fails_mark = true;
  bench.boot(hal::ResetReason::Software);
  bench.run(600'000);
  CHECK(bench.slot.is_on_trial);
  CHECK(bench.slot.image.empty());
  bench.slot.fails_mark = false;
  bench.run(20'000);
  CHECK(!bench.slot.is_on_trial);
}

TEST("a version that runs after all, brought by a cable, has not failed") {
  for (const char* key : {"ota_tried", "ota_failed"}) {
    for (const char* version : {"1.1.0", "1.0.9"}) {
      FakeStore store;
      FakeSlot slot;
      store.values[key] = version;
      FirmwareTrial trial(slot, store);
      trial.start("1.1.0", hal::ResetReason::Software);
      CHECK_EQ(trial.failedVersion(), "");
      CHECK(store.values.empty());
    }
  }
}

TEST("what is no version in the store counts as nothing") {
  FakeStore store;
  FakeSlot slot;
  store.values["ota_tried"] = "\xff\xff";
  store.values["ota_failed"] = std::string(100, '1');
  FirmwareTrial trial(slot, store);
  trial.start("1.0.0", hal::ResetReason::Software);
  CHECK_EQ(trial.failedVersion(), "");
  trial.forgetFailure();
}

TEST("every outcome has its words") {
  for (int i = 0; i <= static_cast<int>(UpdateOutcome::Installed); i++) {
    CHECK(strlen(outcomeText(static_cast<UpdateOutcome>(i))) > 3);
  }
}
