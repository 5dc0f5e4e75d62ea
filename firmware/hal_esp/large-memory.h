#pragma once

#include <stddef.h>

#include "esp_heap_caps.h"

/// The one place where our own code asks for memory: for what is made once at the start, and for what there
/// is only while the portal is open. It lies in the external RAM where there is one, so never what an
/// interrupt touches, what is read while flash is written, or a stack.
namespace faiwatch::esp {

/// Where an object is to be made. A type of our own: a look by the plain cross compiler has no <new>.
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
