#include "hal_posix/sim-board.h"

#include "hal_posix/boot-end.h"

namespace faiwatch::posix {

void SimBoard::restart() { endBoot(world_, BootEnd::Restart); }

}  // namespace faiwatch::posix
