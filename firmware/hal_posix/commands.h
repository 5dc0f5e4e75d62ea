#pragma once

#include <string>

#include "hal_posix/desk.h"
#include "hal_posix/world.h"

namespace faiwatch::posix {

/// Does what a line of the control channel says; help.cpp lists the commands.
/// @returns empty when done, else what is wrong with it
std::string runCommand(const std::string& line, Desk& desk, World& world);

}  // namespace faiwatch::posix
