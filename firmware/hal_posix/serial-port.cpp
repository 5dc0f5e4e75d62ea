#include "hal_posix/serial-port.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>

namespace faiwatch::posix {

void SerialPort::open() {
  if (master_) return;
  master_ = Descriptor(posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  char name[64];
  if (!master_ || grantpt(master_.get()) != 0 || unlockpt(master_.get()) != 0 ||
      ptsname_r(master_.get(), name, sizeof name) != 0) {
    LogLine(log_, "serial").text("state", "failed");
    master_.close();
    return;
  }
  // Raw mode passes bytes unchanged. Opening and closing tells the terminal that nobody has it open yet.
  const Descriptor slave(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  termios settings;
  if (tcgetattr(slave.get(), &settings) == 0) {
    cfmakeraw(&settings);
    cfsetspeed(&settings, B115200);
    tcsetattr(slave.get(), TCSANOW, &settings);
  }
  LogLine line(log_, "serial");
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
  LogLine(log_, "serial").text("state", "closed");
}

void SerialPort::relay(Cable& cable) {
  if (master_) {
    char part[1024];
    while (cable.to_board.size() < Cable::kCapacity) {
      const ssize_t got = read(master_.get(), part, sizeof part);
      if (got <= 0) break;
      cable.to_board.append(part, static_cast<size_t>(got));
    }
  }
  if (cable.from_board.empty()) return;
  if (!master_ || !isListenedTo()) {
    cable.from_board.clear();
    return;
  }
  const ssize_t put = write(master_.get(), cable.from_board.data(), cable.from_board.size());
  if (put > 0) cable.from_board.erase(0, static_cast<size_t>(put));
}

bool SerialPort::isListenedTo() const {
  pollfd port = {master_.get(), 0, 0};
  return ::poll(&port, 1, 0) == 0 || (port.revents & POLLHUP) == 0;
}

}  // namespace faiwatch::posix
