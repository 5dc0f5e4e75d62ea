#include "hal_posix/host-network.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>

namespace faiwatch::posix {

namespace {

/// More than are reported at once come with the next update.
constexpr int kMostAtOnce = 1024;

/// As many as this process may have.
size_t raiseDescriptorLimit() {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace

HostNetwork::HostNetwork(std::string roots)
    : roots_(std::move(roots)),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      most_abandoned_(raiseDescriptorLimit() / 4) {
  if (epoll_) return;
  perror("simdevice: epoll");
  exit(1);
}

void HostNetwork::watch(const Descriptor& socket, Readiness& readiness) {
  readiness.can_read = false;
  readiness.can_write = false;
  epoll_event event = {};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = &readiness;
  epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, socket.get(), &event);
}

void HostNetwork::forget(const Descriptor& socket) {
  epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, socket.get(), nullptr);
}

void HostNetwork::abandon(Descriptor socket) {
  abandoned_.push_back(std::move(socket));
  if (abandoned_.size() > most_abandoned_) abandoned_.pop_front();
}

const std::vector<uint32_t>& HostNetwork::update() {
  ready_.clear();
  epoll_event events[kMostAtOnce];
  const int count = epoll_wait(epoll_.get(), events, kMostAtOnce, 0);
  for (int i = 0; i < count; i++) {
    auto& readiness = *static_cast<Readiness*>(events[i].data.ptr);
    // An end and an error are found by reading and by writing.
    const bool has_ended = (events[i].events & (EPOLLERR | EPOLLHUP | EPOLLRDHUP)) != 0;
    if (has_ended || (events[i].events & EPOLLIN) != 0) readiness.can_read = true;
    if (has_ended || (events[i].events & EPOLLOUT) != 0) readiness.can_write = true;
    ready_.push_back(readiness.board);
  }
  return ready_;
}

}  // namespace faiwatch::posix
