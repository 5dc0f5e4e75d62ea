#include "hal_posix/file-flash.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <vector>

#include "hal_posix/files.h"
#include "hal_posix/log.h"

namespace faiwatch::posix {

FileFlash::FileFlash(const std::string& path, uint32_t sector_size, uint32_t sector_count,
                     MediumFaults& faults)
    : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)),
      sector_size_(sector_size),
      sector_count_(sector_count),
      faults_(faults) {
  const size_t size = size_t{sector_size} * sector_count;
  struct stat info;
  if (!file_ || fstat(file_.get(), &info) != 0) {
    perror(path.c_str());
    exit(1);
  }
  const auto there = static_cast<size_t>(info.st_size);
  // A new chip comes erased.
  const std::vector<uint8_t> blank(there < size ? size - there : 0, 0xff);
  if (!writeAt(file_.get(), blank.data(), blank.size(), there)) {
    perror(path.c_str());
    exit(1);
  }
}

bool FileFlash::read(uint32_t offset, void* out, size_t length) {
  return offset + length <= size_t{sector_size_} * sector_count_ &&
         readAt(file_.get(), out, length, offset);
}

bool FileFlash::write(uint32_t offset, const void* data, size_t length) {
  // The hardware's rules; breaking one is an error of the core, not of the medium.
  if (offset % 4 != 0 || length % 4 != 0 || !holds(offset, length)) {
    LogLine("flash").text("error", "misaligned write").number("offset", offset);
    abort();
  }
  const std::optional<uint32_t> torn_at = faults_.count(length);
  const size_t reaches = torn_at.value_or(static_cast<uint32_t>(length));
  std::vector<uint8_t> cells(reaches);
  if (!readAt(file_.get(), cells.data(), reaches, offset)) return false;
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < reaches; i++) cells[i] = static_cast<uint8_t>(cells[i] & bytes[i]);
  const bool is_written = writeAt(file_.get(), cells.data(), reaches, offset);
  faults_.finish("written", torn_at.has_value());
  return is_written && !torn_at;
}

bool FileFlash::eraseSector(uint32_t index) {
  if (index >= sector_count_) abort();
  const size_t offset = size_t{index} * sector_size_;
  const std::optional<uint32_t> torn_at = faults_.count(sector_size_);
  std::vector<uint8_t> cells(sector_size_);
  if (!readAt(file_.get(), cells.data(), cells.size(), offset)) return false;
  const size_t reaches = torn_at.value_or(sector_size_);
  for (size_t i = 0; i < cells.size(); i++) {
    if (i < reaches) {
      cells[i] = 0xff;
    } else if (torn_at) {
      // Where an erase was cut short the cells read as anything.
      cells[i] = static_cast<uint8_t>(cells[i] | (0x5a * (i + 1)));
    }
  }
  const bool is_written = writeAt(file_.get(), cells.data(), cells.size(), offset);
  faults_.finish("erased", torn_at.has_value());
  return is_written && !torn_at;
}

bool FileFlash::holds(uint32_t offset, size_t length) const {
  return length > 0 && offset / sector_size_ == (offset + length - 1) / sector_size_ &&
         offset + length <= size_t{sector_size_} * sector_count_;
}

}  // namespace faiwatch::posix
