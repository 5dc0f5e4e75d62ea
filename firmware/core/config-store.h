#pragma once

#include "core/config.h"
#include "hal/key-value-store.h"

namespace faiwatch {

/// Keeps the configuration in two slots, written in turn, each with a sequence number and a checksum:
/// whatever becomes of one write, the other slot still holds the configuration before it.
class ConfigStore {
 public:
  ConfigStore(hal::KeyValueStore& store, const ConfigRules& rules) : store_(store), rules_(rules) {}

  /// @returns false when nothing valid is stored; `out` then holds the defaults
  bool load(Config& out);
  /// @returns true once it is stored and was read back; false: what was stored before still holds
  bool save(const Config& config);
  /// The only thing that ever erases a configuration.
  bool clear();

 private:
  struct Slot {
    bool is_valid = false;
    uint32_t sequence = 0;
    Config config;
  };

  Slot read(size_t index);
  static size_t write(const Config& config, uint32_t sequence, uint8_t* record);

  hal::KeyValueStore& store_;
  const ConfigRules& rules_;
};

}  // namespace faiwatch
