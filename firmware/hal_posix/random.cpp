#include "hal_posix/random.h"

#include <stdlib.h>
#include <sys/random.h>

namespace faiwatch::posix {

uint32_t KernelRandom::next() {
  uint32_t bits = 0;
  // Up to 256 bytes are never cut short (getrandom(2)).
  if (getrandom(&bits, sizeof bits, 0) != sizeof bits) abort();
  return bits;
}

}  // namespace faiwatch::posix
