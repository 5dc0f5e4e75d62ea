#include "hal_posix/board.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/app.h"
#include "core/device-names.h"
#include "hal_posix/boot-end.h"
#include "hal_posix/boot-loader.h"
#include "hal_posix/cable-serial.h"
#include "hal_posix/file-flash.h"
#include "hal_posix/file-slot.h"
#include "hal_posix/file-store.h"
#include "hal_posix/local-portal.h"
#include "hal_posix/log.h"
#include "hal_posix/mosquitto-client.h"
#include "hal_posix/random.h"
#include "hal_posix/release-key.h"
#include "hal_posix/sim-board.h"
#include "hal_posix/sim-clock.h"
#include "hal_posix/sim-inputs.h"
#include "hal_posix/sim-outputs.h"
#include "hal_posix/sim-wifi.h"
#include "hal_posix/socket-http-client.h"

namespace faiwatch::posix {

namespace {

constexpr long kLoopNs = 5'000'000;
/// With a fast clock the board looks at the network more often, as measured by that clock.
constexpr long kFastLoopNs = 1'000'000;
/// Before any server can have answered.
constexpr uint64_t kCrashAfterMs = 300;

hal::BoardInfo describeBoard(const Options& options, const BootCause& cause,
                             const BootedImage& image) {
  hal::BoardInfo info = {options.board, {}, image.version.c_str(), ""};
  memcpy(info.mac, cause.mac, sizeof info.mac);
  return info;
}

void logBoot(const BootCause& cause, const BootedImage& image) {
  const TextView reason = resetReasonName(cause.reason);
  LogLine("boot")
      .text("reset_reason", {reason.data(), reason.size()})
      .text("firmware_version", image.version)
      .number("slot", image.slot)
      .flag("on_trial", image.is_on_trial)
      .number("pid", getpid());
}

/// Lets the mains flicker, and logs when the board could first see it.
class MainsWatch {
 public:
  explicit MainsWatch(World& world) : world_(world), has_mains_(world.has_mains) {}

  void observe(uint64_t now_ms) {
    const uint64_t passed_ms = now_ms - seen_ms_;
    seen_ms_ = now_ms;
    if (world_.flickers_left > 0) flicker(passed_ms);
    if (world_.has_mains == has_mains_) return;
    has_mains_ = world_.has_mains;
    LogLine("sensed").text("mains", has_mains_ ? "on" : "off");
  }

 private:
  void flicker(uint64_t passed_ms) {
    world_.since_flicker_ms += passed_ms;
    if (world_.since_flicker_ms < world_.flicker_ms) return;
    world_.since_flicker_ms = 0;
    world_.has_mains = !world_.has_mains;
    if (--world_.flickers_left == 0) LogLine("flickered");
  }

  World& world_;
  bool has_mains_;
  uint64_t seen_ms_ = 0;
};

}  // namespace

void runBoard(const Options& options, World& world, const BootCause& cause) {
  const BootedImage image = chooseImage(options.store, options.firmware_version);
  SimClock clock(world);
  setLogUptime(&clock.uptime());
  logBoot(cause, image);

  TrustedRoots roots(options.roots);
  SimBoard board(describeBoard(options, cause, image), world);
  KernelRandom random;
  SimResetInfo reset(cause.reason);
  MediumFaults store_faults("store", world, world.store);
  FileStore store(options.store + "/kv", store_faults);
  MediumFaults flash_faults("flash", world, world.flash);
  FileFlash flash(options.store + "/flash.bin", options.flash_sector_size, options.flash_sectors,
                  flash_faults);
  CableSerial serial(cause.cable, clock);
  SimMainsInput mains(world, clock, options.board, options.mains_sense);
  SimBattery battery(world, options.board);
  SimWifi wifi(world, clock);
  MosquittoClient mqtt(wifi, roots, random, clock, world);
  SocketHttpClient http(wifi, roots, clock, world);
  LocalPortal portal(options.portal_port, options.portal_dns_port);
  ReleaseKey crypto(options.release_key);
  FileSlot slot(options.store, image, options.board, world);
  LogDisplay display(options.board == hal::BoardKind::TDisplay);
  LogLed led(clock);
  SimButton button(world);

  static App app({board, random, reset, store, flash, serial, mains, battery, wifi, mqtt, http,
                  portal, crypto, slot, display, led, button});
  app.start(clock.nowMs());
  MainsWatch mains_watch(world);
  const bool crashes = image.crashes || (image.is_on_trial && options.crashes_on_trial);
  for (;;) {
    const auto awaits_answer = [&] {
      return wifi.carries() && (http.isRunning() || mqtt.awaitsAnswer());
    };
    clock.observe(awaits_answer());
    while (clock.step()) {
      mains_watch.observe(clock.nowMs());
      app.tick(clock.nowMs());
      led.observe();
      if (crashes && clock.nowMs() >= kCrashAfterMs) endBoot(world, BootEnd::Panic);
      if (awaits_answer()) clock.skipRest();
    }
    const timespec pause = {0, world.time_scale > 1 ? kFastLoopNs : kLoopNs};
    nanosleep(&pause, nullptr);
  }
}

}  // namespace faiwatch::posix
