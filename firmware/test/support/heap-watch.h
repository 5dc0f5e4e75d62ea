// Counts what core takes from the heap. Fakes use it as they like: they pause the watch.
#pragma once

#include <stddef.h>

namespace heap {

/// Allocations while watching and not paused.
size_t count();
void watch(bool on);

class Pause {
 public:
  Pause();
  ~Pause();
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;
};

}  // namespace heap
