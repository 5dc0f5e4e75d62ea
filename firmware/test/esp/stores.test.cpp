// What the board keeps: values in NVS, events in a partition.
#include "fake-chip.h"
#include "hal_esp/nvs-store.h"
#include "hal_esp/partition-flash.h"
#include "support/check.h"

using namespace faiwatch;
using namespace faiwatch::esp;
using Read = hal::KeyValueStore::Read;

namespace {

Read get(NvsStore& store, const char* key, std::string& out) {
  char value[16];
  size_t length = 0;
  const Read read = store.get(key, value, sizeof value, length);
  if (read == Read::Found) out.assign(value, length);
  return read;
}

}  // namespace

TEST("a value is found again, and one that was never put is missing") {
  chip::fresh();
  NvsStore store;
  store.begin();
  std::string value;
  CHECK_EQ(get(store, "config0", value), Read::Missing);
  CHECK(store.put("config0", "abc", 3));
  CHECK_EQ(get(store, "config0", value), Read::Found);
  CHECK_EQ(value, std::string("abc"));
  CHECK(store.erase("config0"));
  CHECK(store.erase("config0"));
  CHECK_EQ(get(store, "config0", value), Read::Missing);
}

TEST("a value that is longer than there is room for is a failure, not a part of it") {
  chip::fresh();
  NvsStore store;
  store.begin();
  CHECK(store.put("config0", "0123456789abcdefg", 17));
  std::string value;
  CHECK_EQ(get(store, "config0", value), Read::Failed);
}

TEST("a value counts as stored only when it was written out") {
  auto& chip = chip::fresh();
  NvsStore store;
  store.begin();
  chip.nvs.commit = ESP_FAIL;
  CHECK(!store.put("config0", "abc", 3));
  chip.nvs.commit = ESP_OK;
  chip.nvs.set = ESP_ERR_NO_MEM;
  CHECK(!store.put("config0", "abc", 3));
}

TEST("a store that cannot be read is erased by nobody but a person") {
  auto& chip = chip::fresh();
  chip.nvs.init = ESP_FAIL;
  NvsStore store;
  store.begin();
  std::string value;
  CHECK_EQ(get(store, "config0", value), Read::Failed);
  CHECK(!store.put("config0", "abc", 3));
  CHECK_EQ(chip.nvs.erased, 0);
  CHECK(store.erase("config0"));
  CHECK_EQ(chip.nvs.erased, 1);
  CHECK(store.put("config0", "abc", 3));
}

TEST("the partition is a ring of sectors, as core wants it") {
  chip::fresh();
  PartitionFlash flash;
  flash.begin();
  CHECK_EQ(flash.sectorSize(), 4096U);
  CHECK_EQ(flash.sectorCount(), 8U);
  const uint32_t word = 0x12345678;
  CHECK(flash.write(7 * 4096 + 8, &word, sizeof word));
  uint32_t read = 0;
  CHECK(flash.read(7 * 4096 + 8, &read, sizeof read));
  CHECK_EQ(read, word);
  CHECK(flash.eraseSector(7));
  CHECK(flash.read(7 * 4096 + 8, &read, sizeof read));
  CHECK_EQ(read, 0xffffffffU);
  CHECK(!flash.eraseSector(8));
}

TEST("without the partition every access fails, and nothing else does") {
  chip::fresh().has_events_partition = false;
  PartitionFlash flash;
  flash.begin();
  uint32_t word = 0;
  CHECK(flash.sectorCount() >= 2);
  CHECK(!flash.read(0, &word, sizeof word));
  CHECK(!flash.write(0, &word, sizeof word));
  CHECK(!flash.eraseSector(0));
}
