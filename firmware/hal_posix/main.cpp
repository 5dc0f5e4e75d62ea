/// simdevice: the firmware's core on the desk, once or many times, with all that surrounds a board
/// simulated.

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <vector>

#include "hal_posix/control.h"
#include "hal_posix/files.h"
#include "hal_posix/fleet.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

namespace {

Descriptor blockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int each : {SIGUSR1, SIGUSR2, SIGTERM, SIGINT}) sigaddset(&signals, each);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
  return Descriptor(signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC));
}

/// Two boards that share a store would be two devices with one name.
Descriptor lockStore(const std::string& store) {
  Descriptor lock(open((store + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock && flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return lock;
  return Descriptor();
}

/// @returns false when it is time to end
bool handleSignals(int signals, Fleet& fleet) {
  signalfd_siginfo info;
  while (read(signals, &info, sizeof info) == sizeof info) {
    switch (info.ssi_signo) {
      case SIGUSR1:
        fleet.setMains(false);
        break;
      case SIGUSR2:
        fleet.setMains(true);
        break;
      default:
        return false;
    }
  }
  return true;
}

int run(const CommandLine& line) {
  const Descriptor signals = blockSignals();
  if (!makeDirectories(line.store)) {
    fprintf(stderr, "simdevice: %s: %s\n", line.store.c_str(), strerror(errno));
    return 1;
  }
  const Descriptor lock = lockStore(line.store);
  if (!lock) {
    fprintf(stderr, "simdevice: %s is in use\n", line.store.c_str());
    return 1;
  }
  Fleet fleet(line);
  const std::string problem = fleet.prepare();
  if (!problem.empty()) {
    fprintf(stderr, "simdevice: %s\n", problem.c_str());
    return 2;
  }
  bool is_over = false;
  Control control(line.control, [&](const std::string& command) -> std::string {
    if (command != "quit") return fleet.run(command);
    is_over = true;
    return "";
  });
  std::vector<pollfd> waiting;
  while (!is_over && handleSignals(signals.get(), fleet)) {
    control.poll();
    is_over = is_over || (line.quits_with_stdin && control.hasStdinEnded());
    fleet.tick();
    waiting.assign({{signals.get(), POLLIN, 0}, {fleet.descriptor(), POLLIN, 0}});
    control.addTo(waiting);
    poll(waiting.data(), waiting.size(), fleet.waitMs());
  }
  LogLine(Log(), "ended");
  return 0;
}

}  // namespace

}  // namespace faiwatch::posix

int main(int count, char** words) {
  return faiwatch::posix::run(faiwatch::posix::parseCommandLine(count, words));
}
