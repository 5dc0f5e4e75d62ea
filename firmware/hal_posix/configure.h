#pragma once

#include <string>

#include "hal_posix/options.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// Writes what the command line says into the stored configuration, as save_config does.
/// @returns empty when done, or when there is nothing to write; else what is wrong
std::string writeConfig(const Options& options, World& world, const uint8_t (&mac)[6]);

/// The board's MAC address: that of --device-id, else the one made at the first start.
/// @returns false when --device-id is none, or nothing can be stored
bool findMac(const Options& options, uint8_t (&mac)[6]);

}  // namespace faiwatch::posix
