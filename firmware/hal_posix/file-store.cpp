#include "hal_posix/file-store.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hal_posix/files.h"

namespace faiwatch::posix {

FileStore::FileStore(std::string directory, MediumFaults& faults)
    : directory_(std::move(directory)), faults_(faults) {
  makeDirectories(directory_);
}

hal::KeyValueStore::Read FileStore::get(const char* key, void* out, size_t capacity,
                                        size_t& length) {
  const std::string path = pathOf(key);
  if (access(path.c_str(), F_OK) != 0) return Read::Missing;
  const std::optional<std::string> value = readFile(path);
  if (!value || value->size() > capacity) return Read::Failed;
  memcpy(out, value->data(), value->size());
  length = value->size();
  return Read::Found;
}

bool FileStore::put(const char* key, const void* data, size_t length) {
  const std::optional<uint32_t> torn_at = faults_.count(length);
  const std::string_view value(static_cast<const char*>(data), torn_at.value_or(length));
  // Torn at 0 the old value stays; else it is damaged.
  const bool is_stored = torn_at == 0U || replaceFile(pathOf(key), value);
  faults_.finish("written", torn_at.has_value());
  return is_stored && !torn_at;
}

bool FileStore::erase(const char* key) {
  const std::optional<uint32_t> torn_at = faults_.count(0);
  const std::string path = pathOf(key);
  if (!torn_at) unlink(path.c_str());
  faults_.finish("erased", torn_at.has_value());
  return !torn_at && access(path.c_str(), F_OK) != 0;
}

std::string FileStore::pathOf(const char* key) const {
  // NVS knows no longer names.
  if (strlen(key) == 0 || strlen(key) > 15 || strchr(key, '/') != nullptr) abort();
  return directory_ + "/" + key;
}

}  // namespace faiwatch::posix
