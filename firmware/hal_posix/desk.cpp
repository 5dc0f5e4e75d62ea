#include "hal_posix/desk.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>

#include "hal_posix/log.h"
#include "hal_posix/sim-clock.h"

namespace faiwatch::posix {

namespace {

constexpr size_t kMostEnded = 4;
/// What a host needs to find a USB port again.
constexpr uint64_t kPortBackUs = 300'000;
constexpr int kBrokenCode = 70;

const char* endName(BootEnd end) {
  switch (end) {
    case BootEnd::None:
      return "none";
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
    case BootEnd::External:
      break;
  }
  return "external";
}

hal::ResetReason reasonAfter(BootEnd end) {
  switch (end) {
    case BootEnd::None:
      return hal::ResetReason::Unknown;
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
    case BootEnd::External:
      break;
  }
  return hal::ResetReason::External;
}

/// Leaves behind what the child must not have from the desk.
void becomeBoard(int cable) {
  const auto kept = static_cast<unsigned>(cable);
  close_range(STDERR_FILENO + 1, kept - 1, 0);
  close_range(kept + 1, ~0U, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // Keys and signals are for the desk.
  signal(SIGINT, SIG_IGN);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGUSR2, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

}  // namespace

Desk::Desk(const Options& options, World& world, const uint8_t (&mac)[6])
    : options_(options),
      world_(world),
      port_(options.pty_link),
      // The S2 alone is a USB device by its program; the others' USB outlives a reset.
      does_port_vanish_(
          options.does_serial_vanish.value_or(options.board == hal::BoardKind::S2Mini ||
                                              options.board == hal::BoardKind::S2Test)) {
  memcpy(mac_, mac, sizeof mac_);
}

Desk::~Desk() {
  if (board_ > 0) ended_.push_back(board_);
  for (const pid_t pid : ended_) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
}

void Desk::tick() {
  const uint64_t now_us = realTimeUs();
  if (plug_in_us_ != 0 && now_us >= plug_in_us_) plugIn();
  if (!port_.isOpen() && now_us >= port_back_us_ && (board_ > 0 || !does_port_vanish_)) {
    port_.open();
  }
  followPower();
  watch();
  followReset();
  port_.relay(state_ == State::Running ? cable_.get() : -1);
}

void Desk::onChildChanged() {
  for (;;) {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG | WUNTRACED);
    if (pid <= 0) return;
    if (pid != board_) continue;
    if (WIFSTOPPED(status)) {
      const BootEnd end = world_.end;
      if (end == BootEnd::None) continue;
      // So that it is seen to be off, if only for a moment.
      if (end == BootEnd::PowerLost) return unplug(1);
      reset(end);
    } else {
      LogLine("died").number(WIFSIGNALED(status) ? "signal" : "code",
                             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
      board_ = 0;
      port_.close();
      // Not a fault that was asked for but an error of the program: nobody is to overlook it.
      exit(kBrokenCode);
    }
  }
}

void Desk::setMains(bool on) {
  world_.has_mains = on;
  LogLine("mains").text("state", on ? "on" : "off");
}

void Desk::setBattery(uint16_t millivolts) {
  world_.battery_mv = millivolts;
  LogLine("battery").number("millivolts", millivolts);
}

void Desk::unplug(uint32_t for_ms) {
  is_unplugged_ = true;
  plug_in_us_ = for_ms == 0 ? 0 : realTimeUs() + uint64_t{for_ms} * 1000;
}

void Desk::plugIn() {
  is_unplugged_ = false;
  plug_in_us_ = 0;
}

void Desk::reset(BootEnd end) { wanted_end_ = end; }

void Desk::freeze() {
  if (state_ != State::Running) return;
  kill(board_, SIGSTOP);
  state_ = State::Frozen;
  LogLine("board").text("state", "frozen");
}

void Desk::thaw() {
  if (state_ != State::Frozen) return;
  kill(board_, SIGCONT);
  state_ = State::Running;
  fed_us_ = realTimeUs();
  LogLine("board").text("state", "thawed");
}

bool Desk::hasPower() const { return !is_unplugged_ && isPowered(world_); }

void Desk::followPower() {
  if (hasPower() == (state_ != State::Off)) return;
  if (state_ == State::Off) {
    boot();
    return;
  }
  // A battery that sags leaves enough for the detector to say so; a plug that is pulled does not.
  const bool has_sagged = !is_unplugged_ && world_.battery_mv > 0;
  endBoot(has_sagged ? BootEnd::Brownout : BootEnd::PowerLost);
  state_ = State::Off;
  LogLine("board").text("state", "off");
}

void Desk::followReset() {
  const BootEnd end = std::exchange(wanted_end_, BootEnd::None);
  if (end == BootEnd::None || state_ == State::Off) return;
  endBoot(end);
  boot();
}

void Desk::boot() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    perror("simdevice: socketpair");
    exit(1);
  }
  world_.end = BootEnd::None;
  BootCause cause = {reasonAfter(last_end_), {}, ends[1]};
  memcpy(cause.mac, mac_, sizeof cause.mac);
  const pid_t pid = fork();
  if (pid < 0) {
    perror("simdevice: fork");
    exit(1);
  }
  if (pid == 0) {
    becomeBoard(ends[1]);
    runBoard(options_, world_, cause);
  }
  close(ends[1]);
  cable_ = Descriptor(ends[0]);
  board_ = pid;
  state_ = State::Running;
  fed_us_ = realTimeUs();
}

void Desk::endBoot(BootEnd end) {
  kill(board_, SIGSTOP);
  LogLine("reset").text("reason", endName(end));
  ended_.push_back(board_);
  board_ = 0;
  last_end_ = end;
  if (ended_.size() > kMostEnded) {
    kill(ended_.front(), SIGKILL);
    waitpid(ended_.front(), nullptr, 0);
    ended_.pop_front();
  }
  // What it said last is still on its way through the cable.
  port_.relay(cable_.get());
  cable_.close();
  if (!does_port_vanish_) return;
  port_.close();
  port_back_us_ = realTimeUs() + kPortBackUs;
}

void Desk::watch() {
  if (state_ == State::Off || options_.watchdog_ms == 0) return;
  const uint64_t now_us = realTimeUs();
  if (world_.fed != fed_) {
    fed_ = world_.fed;
    fed_us_ = now_us;
  } else if (now_us - fed_us_ >= uint64_t{options_.watchdog_ms} * 1000) {
    reset(BootEnd::Watchdog);
  }
}

}  // namespace faiwatch::posix
