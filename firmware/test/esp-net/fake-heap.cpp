// The vendor's heap, with nothing but the desk's own behind it.
#include <stdlib.h>

#include "esp_heap_caps.h"

extern "C" {
void* heap_caps_malloc_prefer(size_t size, size_t, ...) { return malloc(size); }
void heap_caps_free(void* memory) { free(memory); }
}
