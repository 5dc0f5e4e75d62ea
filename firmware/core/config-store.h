#pragma once

#include "core/config.h"
#include "hal/key-value-store.h"

namespace faiwatch {

/// Keeps the configuration in two slots, written in turn, each with a sequence number and a checksum. A failed
/// write leaves the other slot with the configuration before it.
class ConfigStore {
 public:
  ConfigStore(hal::KeyValueStore& store, const ConfigRules& rules) : store_(store), rules_(rules) {}

  /// @returns false when nothing valid is stored; `out` then holds the defaults
  bool load(Config& out);
  /// @returns true once it is stored and was read back; false: the stored configuration is unchanged
  bool save(const Config& config);
  /// Nothing else ever erases a configuration.
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
