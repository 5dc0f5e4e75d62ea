#include "core/enrolment-store.h"

#include <string.h>

#include "core/crc32.h"

namespace faiwatch {

namespace {

constexpr const char* kKey = "enrolment";
constexpr uint32_t kMagic = 0x31455746;

/// The stored form. Every byte is set, so that the checksum covers no random padding.
struct Record {
  uint32_t magic;
  uint32_t fingerprint;
  uint16_t heartbeat_interval_seconds;
  uint16_t mqtt_port;
  uint32_t mqtt_is_tls;
  char device_token[100];
  char mqtt_path[68];
  uint32_t checksum;
};

/// Behind a Record whose magic is kLongMagic.
struct HandedOver {
  char key_digest[68];
  char previous_token[100];
  char previous_digest[68];
  uint32_t checksum;
};

struct LongRecord {
  Record record;
  HandedOver more;
};
static_assert(sizeof(LongRecord) == sizeof(Record) + sizeof(HandedOver));

constexpr uint32_t kLongMagic = 0x32455746;

constexpr const char* kTakesMoreKey = "takes_more";

uint32_t nameOfServer(const Config& config) {
  return crc32(config.server_url.c_str(), config.server_url.size());
}

template <typename T>
uint32_t checksumOf(const T& record) {
  return crc32(&record, sizeof record - 4);
}

template <size_t N, size_t M>
bool readText(const char (&field)[N], FixedText<M>& out) {
  return field[N - 1] == '\0' && out.assign(TextView(field));
}

template <size_t N>
void writeText(char (&field)[N], TextView text) {
  copyText(field, N, text);
}

}  // namespace

bool EnrolmentStore::load(const Config& config, Enrolment& out) {
  LongRecord stored;
  size_t length = 0;
  if (store_.get(kKey, &stored, sizeof stored, length) != hal::KeyValueStore::Read::Found) {
    return false;
  }
  const Record& record = stored.record;
  const bool is_short = length == sizeof record && record.magic == kMagic;
  const bool is_long = length == sizeof stored && record.magic == kLongMagic &&
                       checksumOf(stored) == stored.more.checksum;
  if ((!is_short && !is_long) || record.checksum != checksumOf(record) ||
      record.fingerprint != fingerprint(config)) {
    return false;
  }
  Enrolment found;
  found.heartbeat_interval_seconds = record.heartbeat_interval_seconds;
  found.mqtt_port = record.mqtt_port;
  found.mqtt_is_tls = record.mqtt_is_tls != 0;
  if (!readText(record.device_token, found.device_token) ||
      !readText(record.mqtt_path, found.mqtt_path)) {
    return false;
  }
  if (is_long && (!readText(stored.more.key_digest, found.key_digest) ||
                  !readText(stored.more.previous_token, found.previous.device_token) ||
                  !readText(stored.more.previous_digest, found.previous.key_digest))) {
    return false;
  }
  out = found;
  return true;
}

bool EnrolmentStore::save(const Config& config, const Enrolment& enrolment) {
  LongRecord stored;
  memset(&stored, 0, sizeof stored);
  const bool is_long = !enrolment.key_digest.empty() || !enrolment.previous.device_token.empty();
  Record& record = stored.record;
  record.magic = is_long ? kLongMagic : kMagic;
  record.fingerprint = fingerprint(config);
  record.heartbeat_interval_seconds = enrolment.heartbeat_interval_seconds;
  record.mqtt_port = enrolment.mqtt_port;
  record.mqtt_is_tls = enrolment.mqtt_is_tls ? 1 : 0;
  writeText(record.device_token, enrolment.device_token.view());
  writeText(record.mqtt_path, enrolment.mqtt_path.view());
  record.checksum = checksumOf(record);
  writeText(stored.more.key_digest, enrolment.key_digest.view());
  writeText(stored.more.previous_token, enrolment.previous.device_token.view());
  writeText(stored.more.previous_digest, enrolment.previous.key_digest.view());
  stored.more.checksum = checksumOf(stored);
  return store_.put(kKey, &stored, is_long ? sizeof stored : sizeof record);
}

bool EnrolmentStore::doesServerTakeMore(const Config& config) {
  uint32_t stored = 0;
  size_t length = 0;
  return store_.get(kTakesMoreKey, &stored, sizeof stored, length) ==
             hal::KeyValueStore::Read::Found &&
         length == sizeof stored && stored == nameOfServer(config);
}

void EnrolmentStore::keepServerTakesMore(const Config& config, bool takes_more) {
  const uint32_t name = nameOfServer(config);
  if (takes_more) {
    store_.put(kTakesMoreKey, &name, sizeof name);
  } else {
    store_.erase(kTakesMoreKey);
  }
}

bool EnrolmentStore::erase() { return store_.erase(kKey); }

uint32_t EnrolmentStore::fingerprint(const Config& config) const {
  constexpr ConfigField kBound[] = {ConfigField::ActivationKey, ConfigField::CustomerPhone,
                                    ConfigField::DeviceType, ConfigField::ServerUrl};
  uint32_t crc = crc32(device_id_.c_str(), device_id_.size());
  for (const ConfigField field : kBound) {
    const TextView value = fieldValue(config, field);
    crc = crc32(value.data(), value.size(), crc);
    crc = crc32("", 1, crc);
  }
  return crc;
}

}  // namespace faiwatch
