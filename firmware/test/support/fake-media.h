// Flash and key-value store that can lose power or fail at any byte.
#pragma once

#include <string.h>

#include <map>
#include <string>
#include <vector>

#include "hal/flash.h"
#include "hal/key-value-store.h"
#include "support/heap-watch.h"
#include "support/prng.h"

/// How many bytes may still be changed before the power goes; then nothing works any more.
struct PowerBudget {
  static constexpr long kUnlimited = -1;
  long bytes = kUnlimited;
  bool is_dead = false;
  /// Bytes changed so far.
  long spent = 0;

  /// @returns whether one more byte may be changed
  bool spend() {
    if (is_dead) return false;
    if (bytes == 0) {
      is_dead = true;
      return false;
    }
    if (bytes > 0) bytes--;
    spent++;
    return true;
  }
  void restore() {
    bytes = kUnlimited;
    is_dead = false;
  }
};

class FakeFlash : public faiwatch::hal::Flash {
 public:
  FakeFlash(uint32_t sector_size, uint32_t sectors)
      : bytes(sector_size * sectors, 0xff), erases(sectors, 0), sector_size_(sector_size) {}

  uint32_t sectorSize() const override { return sector_size_; }
  uint32_t sectorCount() const override {
    return static_cast<uint32_t>(bytes.size()) / sector_size_;
  }

  bool read(uint32_t offset, void* out, size_t length) override {
    if (power.is_dead || fails_reads || offset + length > bytes.size()) return false;
    memcpy(out, bytes.data() + offset, length);
    return true;
  }

  bool write(uint32_t offset, const void* data, size_t length) override {
    heap::Pause pause;
    const uint32_t sector = offset / sector_size_;
    if (offset % 4 != 0 || length % 4 != 0 || (offset + length - 1) / sector_size_ != sector) {
      misuses++;
      return false;
    }
    writes++;
    written_lengths.push_back(length);
    if (fails_writes) return false;
    const auto* from = static_cast<const uint8_t*>(data);
    for (size_t i = 0; i < length; i++) {
      if (!power.spend()) return false;
      if (random != nullptr && random->chance(write_fault_percent)) return false;
      bytes[offset + i] = static_cast<uint8_t>(bytes[offset + i] & from[i]);
    }
    return true;
  }

  bool eraseSector(uint32_t index) override {
    heap::Pause pause;
    if (fails_erases || power.is_dead) return false;
    erases[index]++;
    for (uint32_t i = 0; i < sector_size_; i++) {
      // It is unknown which part of a sector is erased first, and what is left behind.
      const uint32_t at = erases_backwards ? sector_size_ - 1 - i : i;
      if (!power.spend()) {
        Prng guess(index + i);
        for (uint32_t k = i; k < sector_size_ && guess.chance(50); k++) {
          const uint32_t blurred = erases_backwards ? sector_size_ - 1 - k : k;
          uint8_t& byte = bytes[index * sector_size_ + blurred];
          byte = static_cast<uint8_t>(byte | guess.next());
        }
        return false;
      }
      bytes[index * sector_size_ + at] = 0xff;
    }
    return true;
  }

  std::vector<uint8_t> bytes;
  std::vector<int> erases;
  std::vector<size_t> written_lengths;
  int writes = 0;
  /// Writes that break the rules of the interface.
  int misuses = 0;
  bool fails_reads = false;
  bool fails_writes = false;
  bool fails_erases = false;
  bool erases_backwards = false;
  /// Per byte; with `random` only.
  uint32_t write_fault_percent = 0;
  Prng* random = nullptr;
  PowerBudget power;

 private:
  uint32_t sector_size_;
};

class FakeStore : public faiwatch::hal::KeyValueStore {
 public:
  Read get(const char* key, void* out, size_t capacity, size_t& length) override {
    heap::Pause pause;
    if (power.is_dead || fails_reads) return Read::Failed;
    const auto found = values.find(key);
    if (found == values.end()) return Read::Missing;
    if (found->second.size() > capacity) return Read::Failed;
    length = found->second.size();
    memcpy(out, found->second.data(), length);
    return Read::Found;
  }

  bool put(const char* key, const void* data, size_t length) override {
    heap::Pause pause;
    if (strlen(key) > 15 || power.is_dead || fails_writes) return false;
    puts++;
    const auto* from = static_cast<const char*>(data);
    // The worst a store may do: the new value takes the old one's place byte by byte.
    std::string& value = values[key];
    for (size_t i = 0; i < length; i++) {
      if (!power.spend()) return false;
      if (i < value.size()) {
        value[i] = from[i];
      } else {
        value.push_back(from[i]);
      }
    }
    value.resize(length);
    return true;
  }

  bool erase(const char* key) override {
    heap::Pause pause;
    if (fails_writes || !power.spend()) return false;
    values.erase(key);
    return true;
  }

  std::map<std::string, std::string> values;
  int puts = 0;
  bool fails_reads = false;
  bool fails_writes = false;
  PowerBudget power;
};
