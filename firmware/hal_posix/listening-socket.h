#pragma once

#include <stdint.h>

#include "hal_posix/descriptor.h"

namespace faiwatch::posix {

/// On 127.0.0.1, non-blocking.
/// @param type SOCK_STREAM (listening) or SOCK_DGRAM
/// @param port 0: any; set to the one it is
/// @returns an empty one when the port cannot be had
Descriptor bindLocally(int type, uint16_t& port);

}  // namespace faiwatch::posix
