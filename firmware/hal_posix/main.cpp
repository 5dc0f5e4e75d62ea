/// simdevice: the firmware's core on the desk, with all that surrounds a board simulated.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <vector>

#include "core/device-names.h"
#include "hal_posix/commands.h"
#include "hal_posix/configure.h"
#include "hal_posix/control.h"
#include "hal_posix/desk.h"
#include "hal_posix/files.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

namespace {

/// The serial line is looked at so often, in ms.
constexpr int kTurnMs = 5;

Descriptor blockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int each : {SIGCHLD, SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) sigaddset(&signals, each);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
  return Descriptor(signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC));
}

/// Two boards on one store would be two devices with one name.
Descriptor lockStore(const std::string& store) {
  Descriptor lock(open((store + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock && flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return lock;
  return Descriptor();
}

void arrangeWorld(const Options& options, World& world) {
  world.has_mains = options.has_mains;
  world.battery_mv = options.battery_mv;
  world.time_scale = options.time_scale;
  world.passes_mqtt = options.passes_mqtt;
  world.passes_http_reports = options.passes_http_reports;
  for (size_t i = 0; i < options.networks.size(); i++) world.networks[i] = options.networks[i];
  world.network_count = static_cast<uint8_t>(options.networks.size());
}

/// @returns false when it is time to end
bool handleSignals(int signals, Desk& desk) {
  signalfd_siginfo info;
  while (read(signals, &info, sizeof info) == sizeof info) {
    switch (info.ssi_signo) {
      case SIGCHLD:
        desk.onChildChanged();
        break;
      case SIGUSR1:
        desk.setMains(false);
        break;
      case SIGUSR2:
        desk.setMains(true);
        break;
      default:
        return false;
    }
  }
  return true;
}

int run(const Options& options) {
  const Descriptor signals = blockSignals();
  World& world = makeWorld();
  arrangeWorld(options, world);
  if (!makeDirectories(options.store)) {
    fprintf(stderr, "simdevice: %s: %s\n", options.store.c_str(), strerror(errno));
    return 1;
  }
  const Descriptor lock = lockStore(options.store);
  if (!lock) {
    fprintf(stderr, "simdevice: %s is in use\n", options.store.c_str());
    return 1;
  }
  uint8_t mac[6];
  if (!findMac(options, mac)) {
    fprintf(stderr, "simdevice: --device-id is fw- and twelve hex digits\n");
    return 2;
  }
  const std::string problem = writeConfig(options, world, mac);
  if (!problem.empty()) {
    fprintf(stderr, "simdevice: %s\n", problem.c_str());
    return 2;
  }
  // What the command line wrote is no change by the board.
  world.store.changes = 0;
  LogLine("started").number("pid", getpid()).text("device_id", makeDeviceId(mac).c_str());

  Desk desk(options, world, mac);
  bool is_over = false;
  Control control(options.control, [&](const std::string& line) -> std::string {
    if (line != "quit") return runCommand(line, desk, world);
    is_over = true;
    return "";
  });
  std::vector<pollfd> waiting;
  while (!is_over && handleSignals(signals.get(), desk)) {
    control.poll();
    is_over = is_over || (options.quits_with_stdin && control.hasStdinEnded());
    desk.tick();
    waiting.assign({{signals.get(), POLLIN, 0}});
    control.addTo(waiting);
    poll(waiting.data(), waiting.size(), kTurnMs);
  }
  LogLine("ended");
  return 0;
}

}  // namespace

}  // namespace faiwatch::posix

int main(int count, char** words) {
  return faiwatch::posix::run(faiwatch::posix::parseOptions(count, words));
}
