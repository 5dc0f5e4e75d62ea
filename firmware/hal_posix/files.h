#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace faiwatch::posix {

/// Nothing when it is not there or cannot be read.
std::optional<std::string> readFile(const std::string& path);

/// Puts the new content in place of the old at once; a kill leaves the one or the other.
bool replaceFile(const std::string& path, std::string_view content);

/// Makes the directory and those above it.
bool makeDirectories(const std::string& path);

/// Reads `length` bytes at `offset`; false when there are fewer.
bool readAt(int fd, void* out, size_t length, size_t offset);
bool writeAt(int fd, const void* data, size_t length, size_t offset);

}  // namespace faiwatch::posix
