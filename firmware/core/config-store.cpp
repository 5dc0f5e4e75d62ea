#include "core/config-store.h"

#include <string.h>

#include "core/crc32.h"

namespace faiwatch {

namespace {

constexpr const char* kSlotKeys[2] = {"config0", "config1"};
/// `FWC` and the version of the form: sequence, then fields as (id, length, bytes), then the checksum.
constexpr uint32_t kMagic = 0x31435746;
constexpr size_t kHeaderBytes = 8;
constexpr size_t kChecksumBytes = 4;
constexpr size_t kRecordBytes = 512;

uint32_t readWord(const uint8_t* at) {
  uint32_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

}  // namespace

bool ConfigStore::load(Config& out) {
  const Slot first = read(0);
  const Slot second = read(1);
  const Slot& newest =
      !first.is_valid || (second.is_valid && second.sequence > first.sequence) ? second : first;
  out = newest.is_valid ? newest.config : rules_.defaults();
  return newest.is_valid;
}

bool ConfigStore::save(const Config& config) {
  const Slot first = read(0);
  const Slot second = read(1);
  const bool is_first_newer =
      first.is_valid && (!second.is_valid || first.sequence > second.sequence);
  const uint32_t newest = is_first_newer ? first.sequence : second.sequence;
  const size_t target = is_first_newer ? 1 : 0;
  uint8_t record[kRecordBytes];
  const size_t length = write(config, newest + 1, record);
  if (!store_.put(kSlotKeys[target], record, length)) return false;
  const Slot stored = read(target);
  return stored.is_valid && stored.sequence == newest + 1;
}

bool ConfigStore::clear() {
  const Slot first = read(0);
  const Slot second = read(1);
  // The older slot goes first. Otherwise a power cut in between would bring it back.
  const size_t older =
      second.is_valid && (!first.is_valid || second.sequence < first.sequence) ? 1 : 0;
  return store_.erase(kSlotKeys[older]) && store_.erase(kSlotKeys[1 - older]);
}

ConfigStore::Slot ConfigStore::read(size_t index) {
  Slot slot;
  uint8_t record[kRecordBytes];
  size_t length = 0;
  if (store_.get(kSlotKeys[index], record, sizeof record, length) !=
          hal::KeyValueStore::Read::Found ||
      length < kHeaderBytes + kChecksumBytes || readWord(record) != kMagic ||
      readWord(record + length - kChecksumBytes) != crc32(record, length - kChecksumBytes)) {
    return slot;
  }
  slot.sequence = readWord(record + 4);
  slot.config = rules_.defaults();
  slot.is_valid = true;
  const size_t end = length - kChecksumBytes;
  for (size_t at = kHeaderBytes; at + 2 <= end;) {
    const auto field = static_cast<ConfigField>(record[at]);
    const size_t size = record[at + 1];
    if (at + 2 + size > end) break;
    const TextView value(reinterpret_cast<const char*>(record + at + 2), size);
    // A value that another firmware version wrote and this one does not accept falls back to its default.
    if (size > 0) rules_.set(slot.config, field, value);
    at += 2 + size;
  }
  return slot;
}

size_t ConfigStore::write(const Config& config, uint32_t sequence, uint8_t* record) {
  memcpy(record, &kMagic, sizeof kMagic);
  memcpy(record + 4, &sequence, sizeof sequence);
  size_t at = kHeaderBytes;
  for (size_t i = 0; i < kConfigFieldCount; i++) {
    const TextView value = fieldValue(config, static_cast<ConfigField>(i));
    record[at] = static_cast<uint8_t>(i);
    record[at + 1] = static_cast<uint8_t>(value.size());
    memcpy(record + at + 2, value.data(), value.size());
    at += 2 + value.size();
  }
  const uint32_t checksum = crc32(record, at);
  memcpy(record + at, &checksum, sizeof checksum);
  return at + kChecksumBytes;
}

}  // namespace faiwatch
