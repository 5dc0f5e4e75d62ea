#include "support/heap-watch.h"

#include <stdlib.h>

#include <new>

namespace {

size_t allocations = 0;
bool is_watching = false;
int paused = 0;

void note() {
  if (is_watching && paused == 0) allocations++;
}

}  // namespace

namespace heap {

size_t count() { return allocations; }

void watch(bool on) {
  is_watching = on;
  allocations = 0;
}

Pause::Pause() { paused++; }
Pause::~Pause() { paused--; }

}  // namespace heap

// The sanitizers bring an allocator of their own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_OTHER_ALLOCATOR
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HAS_OTHER_ALLOCATOR
#endif

#if !defined(HAS_OTHER_ALLOCATOR) && defined(__GLIBC__)
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);

void* malloc(size_t size) {
  note();
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  note();
  return __libc_realloc(old, size);
}
}
#else
void* operator new(size_t size) {
  note();
  void* memory = malloc(size == 0 ? 1 : size);
  if (memory == nullptr) abort();
  return memory;
}
void* operator new[](size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }
void operator delete[](void* memory, size_t) noexcept { free(memory); }
#endif
