#include "hal_posix/desk.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/device-names.h"
#include "hal_posix/configure.h"
#include "hal_posix/files.h"
#include "hal_posix/log.h"
#include "hal_posix/sim-clock.h"

namespace faiwatch::posix {

namespace {

/// What a host needs to find a USB port again.
constexpr uint64_t kPortBackUs = 300'000;

const char* endName(BootEnd end) {
  switch (end) {
    case BootEnd::Restart:
      return "restart";
    case BootEnd::Panic:
      return "panic";
    case BootEnd::Watchdog:
      return "watchdog";
    case BootEnd::Brownout:
      return "brownout";
    case BootEnd::PowerLost:
      return "power_lost";
    case BootEnd::Sleep:
      return "sleep";
    case BootEnd::External:
      break;
  }
  return "external";
}

hal::ResetReason reasonAfter(BootEnd end) {
  switch (end) {
    case BootEnd::Restart:
      return hal::ResetReason::Software;
    case BootEnd::Panic:
      return hal::ResetReason::Panic;
    case BootEnd::Watchdog:
      return hal::ResetReason::Watchdog;
    case BootEnd::Brownout:
      return hal::ResetReason::Brownout;
    case BootEnd::PowerLost:
      return hal::ResetReason::PowerOn;
    case BootEnd::Sleep:
      return hal::ResetReason::DeepSleep;
    case BootEnd::External:
      break;
  }
  return hal::ResetReason::External;
}

void arrange(const Options& options, World& world) {
  world.has_mains = options.has_mains;
  world.battery_mv = options.battery_mv;
  world.mains_mv = options.mains_mv;
  world.time_scale = options.time_scale;
  world.passes_mqtt = options.passes_mqtt;
  world.passes_http_reports = options.passes_http_reports;
  for (size_t i = 0; i < options.networks.size(); i++) world.networks[i] = options.networks[i];
  world.network_count = static_cast<uint8_t>(options.networks.size());
}

}  // namespace

Desk::Desk(Options options, HostNetwork& network, uint32_t number)
    : options_(std::move(options)),
      network_(network),
      port_(world_.log, options_.pty_link),
      has_port_(number == 0),
      // Only the S2's USB is made by its program. The USB of the others outlives a reset.
      does_port_vanish_(
          options_.does_serial_vanish.value_or(options_.board == hal::BoardKind::S2Mini ||
                                               options_.board == hal::BoardKind::S2Test)) {
  world_.log.board = number;
  arrange(options_, world_);
}

std::string Desk::prepare() {
  if (!makeDirectories(options_.store)) return options_.store + ": " + strerror(errno);
  if (!findMac(options_, mac_)) return "--device-id is fw- and twelve hex digits";
  const std::string problem = writeConfig(options_, world_, mac_);
  if (!problem.empty()) return problem;
  // Values that the command line wrote do not count as changes by the board.
  world_.store.changes = 0;
  LogLine(world_.log, "started")
      .number("pid", getpid())
      .text("device_id", makeDeviceId(mac_).c_str());
  return "";
}

void Desk::tick() {
  const uint64_t now_us = realTimeUs();
  if (has_port_ && !port_.isOpen() && now_us >= port_back_us_ &&
      (state_ != State::Off || !does_port_vanish_)) {
    port_.open();
  }
  // An unplugged board must be seen to be off, even if this runs late.
  followPower();
  if (plug_in_us_ != 0 && now_us >= plug_in_us_) plugIn();
  watch();
  wake();
  if (state_ == State::Off) cable_.to_board.clear();
  port_.relay(cable_);
  if (state_ == State::Running) runBoot();
}

void Desk::setMains(bool on) {
  // The board lives up to the change and then from it on. A board looks at its mains every 10 ms and dates events by
  // that, even if other boards slow this computer down.
  tick();
  world_.has_mains = on;
  LogLine(world_.log, "mains").text("state", on ? "on" : "off");
  tick();
}

void Desk::setBattery(uint16_t millivolts) {
  world_.battery_mv = millivolts;
  LogLine(world_.log, "battery").number("millivolts", millivolts);
}

void Desk::unplug(uint32_t for_ms) {
  is_unplugged_ = true;
  plug_in_us_ = for_ms == 0 ? 0 : realTimeUs() + uint64_t{for_ms} * 1000;
  // This is done at once, since the moment may be over before the next turn.
  followPower();
}

void Desk::plugIn() {
  is_unplugged_ = false;
  plug_in_us_ = 0;
}

void Desk::reset(BootEnd end) {
  if (state_ == State::Off) return;
  endBoot(end);
  boot();
}

void Desk::freeze() {
  if (state_ != State::Running) return;
  state_ = State::Frozen;
  frozen_us_ = realTimeUs();
  LogLine(world_.log, "board").text("state", "frozen");
}

void Desk::thaw() {
  if (state_ != State::Frozen) return;
  state_ = State::Running;
  LogLine(world_.log, "board").text("state", "thawed");
}

bool Desk::hasPower() const { return !is_unplugged_ && isPowered(world_); }

void Desk::followPower() {
  if (hasPower() == (state_ != State::Off)) return;
  if (state_ == State::Off) {
    boot();
    return;
  }
  // A sagging battery leaves the brown-out detector enough power to report it. A pulled plug does not.
  const bool has_sagged = !is_unplugged_ && world_.battery_mv > 0;
  endBoot(has_sagged ? BootEnd::Brownout : BootEnd::PowerLost);
  state_ = State::Off;
  LogLine(world_.log, "board").text("state", "off");
}

void Desk::boot() {
  boot_ = std::make_unique<Boot>(options_, world_, network_, cable_, mac_, reasonAfter(last_end_));
  state_ = State::Running;
}

void Desk::runBoot() {
  BootEnd end;
  try {
    boot_->tick();
    return;
  } catch (const BootEnded& ended) {
    end = ended.end;
  }
  if (end == BootEnd::Sleep) return fallAsleep();
  if (end != BootEnd::PowerLost) return reset(end);
  // The board must be seen to be off, if only for a moment.
  unplug(1);
}

void Desk::fallAsleep() {
  endBoot(BootEnd::Sleep);
  state_ = State::Asleep;
  asleep_us_ = realTimeUs();
  LogLine(world_.log, "board").text("state", "asleep").number("for_ms", world_.sleep_ms);
}

void Desk::wake() {
  if (state_ != State::Asleep) return;
  const double slept_ms =
      static_cast<double>(realTimeUs() - asleep_us_) / 1000 * world_.time_scale;
  if (slept_ms >= world_.sleep_ms || (world_.wakes_on_mains && world_.has_mains)) boot();
}

void Desk::endBoot(BootEnd end) {
  boot_.reset();
  LogLine(world_.log, "reset").text("reason", endName(end));
  last_end_ = end;
  // Its last bytes are still on their way through the cable.
  port_.relay(cable_);
  cable_ = {};
  if (!does_port_vanish_) return;
  port_.close();
  port_back_us_ = realTimeUs() + kPortBackUs;
}

void Desk::watch() {
  if (state_ != State::Frozen || options_.watchdog_ms == 0) return;
  if (realTimeUs() - frozen_us_ >= uint64_t{options_.watchdog_ms} * 1000) reset(BootEnd::Watchdog);
}

}  // namespace faiwatch::posix
