#include "hal_posix/control.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace faiwatch::posix {

namespace {

constexpr size_t kLongestLine = 1024;

Descriptor listenAt(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    fprintf(stderr, "simdevice: %s is too long for a socket\n", path.c_str());
    exit(2);
  }
  strcpy(address.sun_path, path.c_str());
  unlink(path.c_str());
  Descriptor listening(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(listening.get(), 4) != 0) {
    perror(path.c_str());
    exit(1);
  }
  return listening;
}

}  // namespace

Control::Control(const std::string& path, Run run) : path_(path), run_(std::move(run)) {
  if (!path_.empty()) listening_ = listenAt(path_);
  speakers_.push_back({STDIN_FILENO, -1, Descriptor(), {}});
}

Control::~Control() {
  if (listening_) unlink(path_.c_str());
}

void Control::addTo(std::vector<pollfd>& waiting) const {
  if (listening_) waiting.push_back({listening_.get(), POLLIN, 0});
  for (const Speaker& speaker : speakers_) waiting.push_back({speaker.in, POLLIN, 0});
}

void Control::poll() {
  if (listening_) acceptSpeakers();
  for (auto speaker = speakers_.begin(); speaker != speakers_.end();) {
    speaker = hear(*speaker) ? std::next(speaker) : speakers_.erase(speaker);
  }
}

void Control::acceptSpeakers() {
  for (;;) {
    Descriptor socket(accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return;
    const int fd = socket.get();
    speakers_.push_back({fd, fd, std::move(socket), {}});
  }
}

bool Control::hear(Speaker& speaker) {
  pollfd ready = {speaker.in, POLLIN, 0};
  if (::poll(&ready, 1, 0) <= 0) return true;
  // A whole fleet may be told something in one moment.
  char part[65'536];
  const ssize_t got = read(speaker.in, part, sizeof part);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  if (got == 0) {
    has_stdin_ended_ = has_stdin_ended_ || speaker.in == STDIN_FILENO;
    return false;
  }
  speaker.line.append(part, static_cast<size_t>(got));
  for (size_t end; (end = speaker.line.find('\n')) != std::string::npos;) {
    const std::string line = speaker.line.substr(0, end);
    speaker.line.erase(0, end + 1);
    take(speaker, line);
  }
  return speaker.line.size() <= kLongestLine;
}

void Control::take(Speaker& speaker, const std::string& line) {
  const std::string problem = run_(line);
  if (speaker.out < 0) return;
  const std::string answer = problem.empty() ? "OK\n" : "ERR " + problem + "\n";
  send(speaker.out, answer.data(), answer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace faiwatch::posix
