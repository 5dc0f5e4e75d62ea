#include "hal_posix/serial-port.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <termios.h>

#include "hal_posix/log.h"

namespace faiwatch::posix {

namespace {

constexpr size_t kMostWaiting = 4096;

}  // namespace

void SerialPort::open() {
  if (master_) return;
  master_ = Descriptor(posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  char name[64];
  if (!master_ || grantpt(master_.get()) != 0 || unlockpt(master_.get()) != 0 ||
      ptsname_r(master_.get(), name, sizeof name) != 0) {
    LogLine("serial").text("state", "failed");
    master_.close();
    return;
  }
  // Bytes as they are, for whoever opens it; and the terminal learns that nobody has it open yet.
  const Descriptor slave(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  termios settings;
  if (tcgetattr(slave.get(), &settings) == 0) {
    cfmakeraw(&settings);
    cfsetspeed(&settings, B115200);
    tcsetattr(slave.get(), TCSANOW, &settings);
  }
  LogLine line("serial");
  line.text("state", "open").text("path", name);
  if (!link_.empty()) {
    const std::string fresh = link_ + ".new";
    unlink(fresh.c_str());
    const bool is_linked =
        symlink(name, fresh.c_str()) == 0 && rename(fresh.c_str(), link_.c_str()) == 0;
    line.text(is_linked ? "link" : "failed_link", link_);
  }
}

void SerialPort::close() {
  if (!master_) return;
  if (!link_.empty()) unlink(link_.c_str());
  master_.close();
  to_board_.clear();
  from_board_.clear();
  LogLine("serial").text("state", "closed");
}

void SerialPort::relay(int cable) {
  if (!master_) return;
  toBoard(cable);
  if (cable >= 0) fromBoard(cable);
}

bool SerialPort::isListenedTo() const {
  pollfd port = {master_.get(), 0, 0};
  return ::poll(&port, 1, 0) == 0 || (port.revents & POLLHUP) == 0;
}

void SerialPort::toBoard(int cable) {
  char part[1024];
  while (to_board_.size() < kMostWaiting) {
    const ssize_t got = read(master_.get(), part, sizeof part);
    if (got <= 0) break;
    to_board_.append(part, static_cast<size_t>(got));
  }
  if (cable < 0) {
    to_board_.clear();
    return;
  }
  const ssize_t put =
      send(cable, to_board_.data(), to_board_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (put > 0) to_board_.erase(0, static_cast<size_t>(put));
}

void SerialPort::fromBoard(int cable) {
  char part[1024];
  while (from_board_.size() < kMostWaiting) {
    const ssize_t got = recv(cable, part, sizeof part, MSG_DONTWAIT);
    if (got <= 0) break;
    from_board_.append(part, static_cast<size_t>(got));
  }
  if (!isListenedTo()) {
    from_board_.clear();
    return;
  }
  const ssize_t put = write(master_.get(), from_board_.data(), from_board_.size());
  if (put > 0) from_board_.erase(0, static_cast<size_t>(put));
}

}  // namespace faiwatch::posix
