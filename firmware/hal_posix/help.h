#pragma once

namespace faiwatch::posix {

extern const char kHelp[];

}  // namespace faiwatch::posix
