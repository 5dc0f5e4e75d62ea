#include "hal_posix/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <new>

namespace faiwatch::posix {

bool isPowered(const World& world) {
  return world.has_mains || world.battery_mv >= kLowestMillivolts;
}

World& makeWorld() {
  void* memory =
      mmap(nullptr, sizeof(World), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    perror("simdevice: mmap");
    exit(1);
  }
  auto* world = new (memory) World();
  world->has_mains = true;
  world->time_scale = 1;
  world->has_internet = true;
  world->passes_mqtt = true;
  world->passes_http_reports = true;
  return *world;
}

}  // namespace faiwatch::posix
