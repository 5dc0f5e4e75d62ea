#include "hal_posix/file-flash.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "hal_posix/descriptor.h"
#include "hal_posix/files.h"

namespace faiwatch::posix {

FileFlash::FileFlash(std::string path, uint32_t sector_size, uint32_t sector_count,
                     MediumFaults& faults)
    : path_(std::move(path)),
      cells_(readFile(path_).value_or("")),
      sector_size_(sector_size),
      sector_count_(sector_count),
      faults_(faults) {
  const size_t there = cells_.size();
  // A new chip comes erased.
  cells_.resize(size_t{sector_size} * sector_count, '\xff');
  if (there < cells_.size() && !keep(0, cells_.size())) {
    perror(path_.c_str());
    exit(1);
  }
}

bool FileFlash::read(uint32_t offset, void* out, size_t length) {
  if (offset + length > cells_.size()) return false;
  cells_.copy(static_cast<char*>(out), length, offset);
  return true;
}

bool FileFlash::write(uint32_t offset, const void* data, size_t length) {
  // The hardware's rules; breaking one is an error of the core, not of the medium.
  if (offset % 4 != 0 || length % 4 != 0 || !holds(offset, length)) abort();
  const std::optional<uint32_t> torn_at = faults_.count(length);
  const size_t reaches = torn_at.value_or(static_cast<uint32_t>(length));
  const auto* bytes = static_cast<const char*>(data);
  for (size_t i = 0; i < reaches; i++) {
    cells_[offset + i] = static_cast<char>(cells_[offset + i] & bytes[i]);
  }
  const bool is_written = keep(offset, reaches);
  faults_.finish("written", torn_at.has_value());
  return is_written && !torn_at;
}

bool FileFlash::eraseSector(uint32_t index) {
  if (index >= sector_count_) abort();
  const size_t offset = size_t{index} * sector_size_;
  const std::optional<uint32_t> torn_at = faults_.count(sector_size_);
  const size_t reaches = torn_at.value_or(sector_size_);
  for (size_t i = 0; i < sector_size_; i++) {
    // After an interrupted erase the cells may read as anything.
    cells_[offset + i] =
        static_cast<char>(i < reaches ? 0xff : cells_[offset + i] | (0x5a * (i + 1)));
  }
  const bool is_written = keep(offset, sector_size_);
  faults_.finish("erased", torn_at.has_value());
  return is_written && !torn_at;
}

bool FileFlash::holds(uint32_t offset, size_t length) const {
  return length > 0 && offset / sector_size_ == (offset + length - 1) / sector_size_ &&
         offset + length <= cells_.size();
}

bool FileFlash::keep(size_t offset, size_t length) {
  const Descriptor file(open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  return file && writeAt(file.get(), cells_.data() + offset, length, offset);
}

}  // namespace faiwatch::posix
