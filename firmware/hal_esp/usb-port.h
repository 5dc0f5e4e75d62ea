#pragma once

#include <stddef.h>

namespace faiwatch::esp {

/// The chip's own USB as a serial port. No call blocks.
void beginUsb();
/// @returns bytes read
size_t readUsb(char* out, size_t capacity);
/// @returns bytes taken, perhaps fewer; 0: what was given before has not been fetched
size_t writeUsb(const char* data, size_t length);

}  // namespace faiwatch::esp
