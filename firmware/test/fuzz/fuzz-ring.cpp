// A flash that holds anything at all: recovering from it, and going on with it.
#include <string.h>

#include "core/event-ring.h"
#include "fuzz/entries.h"

using namespace faiwatch;

const char* const fuzz_seeds[] = {"FWR1\x01\x01\x01\x01", "\xff\xff\xff\xff\xff\xff\xff\xff"};
const size_t fuzz_seed_count = 2;

namespace {

constexpr uint32_t kSectorBytes = 136;
constexpr uint32_t kSectors = 3;

struct TinyFlash : hal::Flash {
  uint32_t sectorSize() const override { return kSectorBytes; }
  uint32_t sectorCount() const override { return kSectors; }
  bool read(uint32_t offset, void* out, size_t length) override {
    FUZZ_ASSERT(offset + length <= sizeof bytes);
    memcpy(out, bytes + offset, length);
    return true;
  }
  bool write(uint32_t offset, const void* data, size_t length) override {
    FUZZ_ASSERT(offset % 4 == 0 && length % 4 == 0 && offset + length <= sizeof bytes);
    FUZZ_ASSERT(offset / kSectorBytes == (offset + length - 1) / kSectorBytes);
    for (size_t i = 0; i < length; i++) {
      bytes[offset + i] =
          static_cast<uint8_t>(bytes[offset + i] & static_cast<const uint8_t*>(data)[i]);
    }
    return true;
  }
  bool eraseSector(uint32_t index) override {
    FUZZ_ASSERT(index < kSectors);
    memset(bytes + index * kSectorBytes, 0xff, kSectorBytes);
    return true;
  }

  uint8_t bytes[kSectorBytes * kSectors];
};

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  TinyFlash flash;
  memset(flash.bytes, 0xff, sizeof flash.bytes);
  EventRing before(flash);
  before.recover();
  PowerEvent event;
  for (uint32_t seq = 0; seq < 7; seq++) {
    event.seq = seq;
    before.append(event, seq % 3 == 0);
  }
  // The input is laid over what a ring has written: its first two bytes say where.
  if (size > 2) {
    const size_t at = (data[0] * 256U + data[1]) % sizeof flash.bytes;
    for (size_t i = 2; i < size && at + i - 2 < sizeof flash.bytes; i++) {
      flash.bytes[at + i - 2] = static_cast<uint8_t>(flash.bytes[at + i - 2] ^ data[i]);
    }
  }
  EventRing ring(flash);
  ring.recover();
  EventRing::Place place;
  size_t found = 0;
  for (bool more = ring.firstPending(event, place); more; more = ring.nextPending(event, place)) {
    FUZZ_ASSERT(event.type == EventType::PowerDown || event.type == EventType::PowerRecover);
    FUZZ_ASSERT(event.seq < 7);
    found++;
  }
  FUZZ_ASSERT(found == ring.pendingCount() && found <= 9);
  for (uint32_t seq = 100; seq < 110; seq++) {
    event.seq = seq;
    event.wall_ms = seq;
    FUZZ_ASSERT(ring.append(event, false));
    ring.prepare();
  }
  FUZZ_ASSERT(ring.pendingCount() <= 9);
  while (ring.firstPending(event, place)) FUZZ_ASSERT(ring.markDone(place));
  FUZZ_ASSERT(ring.pendingCount() == 0);
  return 0;
}
