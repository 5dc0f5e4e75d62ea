#include "core/enrolment-store.h"

#include <string.h>

#include "core/crc32.h"

namespace faiwatch {

namespace {

constexpr const char* kKey = "enrolment";
constexpr uint32_t kMagic = 0x31455746;

/// As it lies in the store; every byte is set, so that the checksum covers no chance.
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

uint32_t checksumOf(const Record& record) { return crc32(&record, sizeof record - 4); }

}  // namespace

bool EnrolmentStore::load(const Config& config, Enrolment& out) {
  Record record;
  size_t length = 0;
  if (store_.get(kKey, &record, sizeof record, length) != hal::KeyValueStore::Read::Found ||
      length != sizeof record || record.magic != kMagic || record.checksum != checksumOf(record) ||
      record.fingerprint != fingerprint(config)) {
    return false;
  }
  record.device_token[sizeof record.device_token - 1] = '\0';
  record.mqtt_path[sizeof record.mqtt_path - 1] = '\0';
  out.heartbeat_interval_seconds = record.heartbeat_interval_seconds;
  out.mqtt_port = record.mqtt_port;
  out.mqtt_is_tls = record.mqtt_is_tls != 0;
  return out.device_token.assign(record.device_token) && out.mqtt_path.assign(record.mqtt_path);
}

bool EnrolmentStore::save(const Config& config, const Enrolment& enrolment) {
  Record record;
  memset(&record, 0, sizeof record);
  record.magic = kMagic;
  record.fingerprint = fingerprint(config);
  record.heartbeat_interval_seconds = enrolment.heartbeat_interval_seconds;
  record.mqtt_port = enrolment.mqtt_port;
  record.mqtt_is_tls = enrolment.mqtt_is_tls ? 1 : 0;
  copyText(record.device_token, sizeof record.device_token, enrolment.device_token.view());
  copyText(record.mqtt_path, sizeof record.mqtt_path, enrolment.mqtt_path.view());
  record.checksum = checksumOf(record);
  return store_.put(kKey, &record, sizeof record);
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
