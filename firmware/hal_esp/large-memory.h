#pragma once

#include <stddef.h>

#include "esp_heap_caps.h"

/// The only place where our own code allocates memory: for objects that are made once at the start, and for those
/// that exist only while the portal is open. The memory is in external RAM where a board has it. It must not hold
/// a stack, what an interrupt touches, or what is read while flash is written.
namespace faiwatch::esp {

/// Tag for placement new. The plain cross compiler, which checks this code, has no <new>.
struct Place {
  void* memory;
};

}  // namespace faiwatch::esp

inline void* operator new(size_t, faiwatch::esp::Place place) noexcept { return place.memory; }

namespace faiwatch::esp {

/// @returns null when there is none
template <typename T, typename... Arguments>
T* makeInLargeMemory(Arguments&&... arguments) {
  void* const memory =
      heap_caps_malloc_prefer(sizeof(T), 2, MALLOC_CAP_SPIRAM | MALLOC_CAP_8BIT,
                              MALLOC_CAP_INTERNAL | MALLOC_CAP_8BIT);
  if (memory == nullptr) return nullptr;
  return new (Place{memory}) T(static_cast<Arguments&&>(arguments)...);
}

template <typename T>
void freeLargeMemory(T* object) {
  object->~T();
  heap_caps_free(object);
}

}  // namespace faiwatch::esp
