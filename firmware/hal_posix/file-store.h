#pragma once

#include <string>

#include "hal/key-value-store.h"
#include "hal_posix/medium-faults.h"

namespace faiwatch::posix {

/// One file per value.
class FileStore final : public hal::KeyValueStore {
 public:
  FileStore(std::string directory, MediumFaults& faults);

  Read get(const char* key, void* out, size_t capacity, size_t& length) override;
  bool put(const char* key, const void* data, size_t length) override;
  bool erase(const char* key) override;

 private:
  std::string pathOf(const char* key) const;

  std::string directory_;
  MediumFaults& faults_;
};

}  // namespace faiwatch::posix
