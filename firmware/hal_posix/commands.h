#pragma once

#include <string>

#include "hal_posix/desk.h"

namespace faiwatch::posix {

/// Does to one board what a line of the control channel says; help.cpp lists the commands.
/// @returns empty when done, else what is wrong with it
std::string runCommand(const std::string& line, Desk& desk);

}  // namespace faiwatch::posix
