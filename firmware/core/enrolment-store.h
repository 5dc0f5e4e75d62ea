#pragma once

#include <stdint.h>

#include "core/activation-key.h"
#include "core/config.h"
#include "core/device-names.h"
#include "hal/key-value-store.h"

namespace faiwatch {

/// By what the device shows who it is.
struct Credentials {
  FixedText<96> device_token;
  /// What stands for the activation key since the site was handed over; empty: the one that was typed.
  KeyDigest key_digest;
};

/// What an enrolment gave the device.
struct Enrolment : Credentials {
  /// Those before, until the server has taken the present ones; without a token: there are none.
  Credentials previous;
  uint16_t heartbeat_interval_seconds = 10;
  /// 0: MQTT only as WebSocket at `mqtt_path` of the HTTP port.
  uint16_t mqtt_port = 0;
  bool mqtt_is_tls = false;
  FixedText<64> mqtt_path;
};

/// Keeps the token apart from the configuration, bound to it: with another key, phone, type or server
/// it does not count, even if power was lost between saving the one and erasing the other.
class EnrolmentStore {
 public:
  EnrolmentStore(hal::KeyValueStore& store, const DeviceId& device_id)
      : store_(store), device_id_(device_id) {}

  /// @returns false when there is none for this configuration
  bool load(const Config& config, Enrolment& out);
  /// In one write. What a firmware before 1.1 can read is written so that it can.
  /// A token that could not be stored still serves until the next boot, which enrols again.
  bool save(const Config& config, const Enrolment& enrolment);
  bool erase();

  bool doesServerTakeMore(const Config& config);
  void keepServerTakesMore(const Config& config, bool takes_more);

 private:
  uint32_t fingerprint(const Config& config) const;

  hal::KeyValueStore& store_;
  const DeviceId& device_id_;
};

}  // namespace faiwatch
