#include "hal_posix/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal_posix/descriptor.h"

namespace faiwatch::posix {

std::optional<std::string> readFile(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  std::string content;
  char part[4096];
  for (;;) {
    const ssize_t got = read(file.get(), part, sizeof part);
    if (got < 0) return std::nullopt;
    if (got == 0) return content;
    content.append(part, static_cast<size_t>(got));
  }
}

bool replaceFile(const std::string& path, std::string_view content) {
  const std::string fresh = path + ".new";
  {
    const Descriptor file(
        open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file || !writeAt(file.get(), content.data(), content.size(), 0)) return false;
  }
  return rename(fresh.c_str(), path.c_str()) == 0;
}

bool makeDirectories(const std::string& path) {
  for (size_t slash = 1; slash != std::string::npos;) {
    slash = path.find('/', slash + 1);
    mkdir(path.substr(0, slash).c_str(), 0755);
  }
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool readAt(int fd, void* out, size_t length, size_t offset) {
  auto* at = static_cast<char*>(out);
  while (length > 0) {
    const ssize_t got = pread(fd, at, length, static_cast<off_t>(offset));
    if (got <= 0) return false;
    at += got;
    offset += static_cast<size_t>(got);
    length -= static_cast<size_t>(got);
  }
  return true;
}

bool writeAt(int fd, const void* data, size_t length, size_t offset) {
  const auto* at = static_cast<const char*>(data);
  while (length > 0) {
    const ssize_t put = pwrite(fd, at, length, static_cast<off_t>(offset));
    if (put <= 0) return false;
    at += put;
    offset += static_cast<size_t>(put);
    length -= static_cast<size_t>(put);
  }
  return true;
}

}  // namespace faiwatch::posix
