#include "core/server-list.h"

#include <string.h>

#include "core/crc32.h"

namespace faiwatch {

namespace {

constexpr const char* kKey = "servers";
constexpr uint32_t kMagic = 0x31535746;

}  // namespace

/// The stored form. Every byte is set, so that the checksum covers no random padding. An empty address ends it.
struct ServerList::Record {
  uint32_t magic;
  /// Of the configured address.
  uint32_t fingerprint;
  char urls[ServerNames::kMost][112];
  uint32_t checksum;
};

bool ServerList::start(ServerUrl& first) {
  Record stored;
  checksum_ = read(stored) ? stored.checksum : 0;
  return parseServerUrl(config_.server_url.view(), first);
}

void ServerList::keep(const ServerNames& told) {
  ServerUrl configured;
  if (!parseServerUrl(config_.server_url.view(), configured)) return;
  Record next;
  memset(&next, 0, sizeof next);
  size_t count = 0;
  for (size_t i = 0; i < told.count; i++) {
    ServerUrl other;
    if (!parseServerUrl(told.urls[i].view(), other) || !mayReplace(configured, other)) continue;
    copyText(next.urls[count], sizeof next.urls[count], other.base.view());
    count++;
  }
  if (count == 0) {
    if (checksum_ != 0) erase();
    return;
  }
  next.magic = kMagic;
  next.fingerprint = crc32(config_.server_url.c_str(), config_.server_url.size());
  next.checksum = crc32(&next, sizeof next - sizeof next.checksum);
  if (next.checksum == checksum_) return;
  // A store that fails is not tried again with every heartbeat.
  checksum_ = next.checksum;
  store_.put(kKey, &next, sizeof next);
}

void ServerList::erase() {
  store_.erase(kKey);
  checksum_ = 0;
}

bool ServerList::next(size_t& at, ServerUrl& server) const {
  Record stored;
  const bool has_list = checksum_ != 0 && read(stored);
  for (at++; has_list && at <= ServerNames::kMost; at++) {
    if (parseServerUrl(stored.urls[at - 1], server)) return false;
  }
  at = 0;
  parseServerUrl(config_.server_url.view(), server);
  return true;
}

bool ServerList::read(Record& out) const {
  size_t length = 0;
  if (store_.get(kKey, &out, sizeof out, length) != hal::KeyValueStore::Read::Found ||
      length != sizeof out || out.magic != kMagic ||
      out.checksum != crc32(&out, sizeof out - sizeof out.checksum) ||
      out.fingerprint != crc32(config_.server_url.c_str(), config_.server_url.size())) {
    return false;
  }
  for (auto& url : out.urls) {
    if (url[sizeof url - 1] != '\0') return false;
  }
  return true;
}

/// Nothing goes in clear that would not have, and nothing in clear leaves a private network that did not.
bool ServerList::mayReplace(const ServerUrl& configured, const ServerUrl& other) const {
  if (other.base.view() == configured.base.view()) return false;
  if (other.is_tls) return true;
  return !configured.is_tls && (isOnPrivateNetwork(other) || !isOnPrivateNetwork(configured));
}

}  // namespace faiwatch
