#pragma once

#include "hal_posix/world.h"

namespace faiwatch::posix {

/// For the board: this boot ends here. It stands still, with its connections open as those of a board
/// that lost power or was reset are, until the desk puts the next boot in its place.
[[noreturn]] void endBoot(World& world, BootEnd end);

}  // namespace faiwatch::posix
