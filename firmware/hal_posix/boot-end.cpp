#include "hal_posix/boot-end.h"

#include <signal.h>
#include <unistd.h>

namespace faiwatch::posix {

void endBoot(World& world, BootEnd end) {
  world.end = end;
  for (;;) raise(SIGSTOP);
}

}  // namespace faiwatch::posix
