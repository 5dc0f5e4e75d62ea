#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/config.h"
#include "core/server-url.h"
#include "core/text.h"
#include "hal/key-value-store.h"

namespace faiwatch {

/// The addresses of its machines, as a server tells them.
struct ServerNames {
  static constexpr size_t kMost = 4;
  FixedText<110> urls[kMost];
  size_t count = 0;
};

/// The servers at which the device may ask: the configured one, then those that it named. The list is kept in the
/// store, read when a server does not answer, and belongs to the configured server alone.
class ServerList {
 public:
  /// @param config of the link; the list is of its server
  ServerList(hal::KeyValueStore& store, const Config& config) : store_(store), config_(config) {}
  ServerList(const ServerList&) = delete;
  ServerList& operator=(const ServerList&) = delete;

  /// Begins with the configured server. @returns false when its address cannot be read
  bool start(ServerUrl& first);
  /// Takes what the server says of itself. Writes only what has changed.
  void keep(const ServerNames& told);
  void erase();
  /// Goes on from the server at place `at`; the configured one has place 0.
  /// @returns whether all have had their turn, and the configured one begins again
  bool next(size_t& at, ServerUrl& server) const;

 private:
  struct Record;

  bool read(Record& out) const;
  bool mayReplace(const ServerUrl& configured, const ServerUrl& other) const;

  hal::KeyValueStore& store_;
  const Config& config_;
  /// Checksum of the list that was last stored or taken; 0: there is none.
  uint32_t checksum_ = 0;
};

}  // namespace faiwatch
