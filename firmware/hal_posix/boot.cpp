#include "hal_posix/boot.h"

#include <string.h>

#include "core/device-names.h"
#include "core/low-battery.h"
#include "hal_posix/boot-end.h"

namespace faiwatch::posix {

namespace {

/// A crash this soon is before any server can have answered.
constexpr uint64_t kCrashAfterMs = 300;

hal::BoardInfo describeBoard(const Options& options, const uint8_t (&mac)[6],
                             const BootedImage& image) {
  hal::BoardInfo info = {options.board, {}, image.version.c_str(), ""};
  memcpy(info.mac, mac, sizeof info.mac);
  return info;
}

}  // namespace

Boot::Boot(const Options& options, World& world, HostNetwork& network, Cable& cable,
           const uint8_t (&mac)[6], hal::ResetReason reason)
    : world_(world),
      image_(chooseImage(world.log, options.store, options.firmware_version)),
      crashes_(image_.crashes || (image_.is_on_trial && options.crashes_on_trial)),
      clock_(world),
      board_(describeBoard(options, mac, image_), world),
      reset_(reason, reason == hal::ResetReason::DeepSleep && world.wakes_on_mains &&
                         world.has_mains),
      store_faults_("store", world, world.store),
      store_(options.store + "/kv", store_faults_),
      flash_faults_("flash", world, world.flash),
      flash_(options.store + "/flash.bin", options.flash_sector_size, options.flash_sectors,
             flash_faults_),
      serial_(cable, world.log, clock_),
      mains_(world, clock_, options.board, options.mains_sense),
      battery_(world, options.board),
      wifi_(world, clock_),
      trust_(clock_),
      mqtt_(wifi_, network, trust_, random_, clock_, world),
      http_(wifi_, network, trust_, clock_, world),
      portal_(world.log, options.portal_port, options.portal_dns_port),
      crypto_(options.release_key),
      slot_(options.store, image_, options.board, world),
      display_(world.log, options.board == hal::BoardKind::TDisplay),
      led_(world.log, clock_),
      button_(world),
      app_({board_, random_, reset_, store_, flash_, serial_, mains_, battery_, wifi_, mqtt_, http_,
            portal_, crypto_, trust_, slot_, display_, led_, button_}),
      had_mains_(world.has_mains) {
  world_.wakes_on_mains = false;
  world_.log.uptime = &clock_.uptime();
  const TextView name = resetReasonName(reason);
  LogLine(world_.log, "boot")
      .text("reset_reason", {name.data(), name.size()})
      .text("firmware_version", image_.version)
      .number("slot", image_.slot)
      .flag("on_trial", image_.is_on_trial);
}

Boot::~Boot() {
  world_.log.uptime = nullptr;
  wifi_.powerOff();
}

void Boot::tick() {
  if (!has_started_) {
    has_started_ = true;
    sleepIfTooLow(board_, reset_, store_, mains_, battery_.millivolts());
    app_.start(clock_.nowMs());
  }
  clock_.observe(awaitsAnswer());
  // The mains is also looked at in the moment in which it changes.
  while (clock_.step() || world_.has_mains != had_mains_) {
    watchMains();
    app_.tick(clock_.nowMs());
    led_.observe();
    if (crashes_ && clock_.nowMs() >= kCrashAfterMs) throw BootEnded{BootEnd::Panic};
    if (awaitsAnswer()) clock_.skipRest();
  }
}

void Boot::watchMains() {
  const uint64_t passed_ms = clock_.nowMs() - mains_seen_ms_;
  mains_seen_ms_ = clock_.nowMs();
  if (world_.flickers_left > 0) {
    world_.since_flicker_ms += passed_ms;
    if (world_.since_flicker_ms >= world_.flicker_ms) {
      world_.since_flicker_ms = 0;
      world_.has_mains = !world_.has_mains;
      if (--world_.flickers_left == 0) LogLine(world_.log, "flickered");
    }
  }
  if (world_.has_mains == had_mains_) return;
  had_mains_ = world_.has_mains;
  LogLine(world_.log, "sensed").text("mains", had_mains_ ? "on" : "off");
}

}  // namespace faiwatch::posix
