#pragma once

#include <stdint.h>

#include "core/activation-key.h"
#include "core/config.h"
#include "core/device-names.h"
#include "hal/key-value-store.h"

namespace faiwatch {

/// What the device identifies itself with.
struct Credentials {
  FixedText<96> device_token;
  /// Digest of the activation key since the site was handed over; empty: that of the key that was typed.
  KeyDigest key_digest;
};

/// What an enrolment gave the device.
struct Enrolment : Credentials {
  /// The credentials before, kept until the server has accepted the present ones. Without a token: none.
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
  /// Stores all of it in one write, in the form of firmware 1.0 where that can hold it.
  /// A token that could not be stored is used until the next boot, which enrols again.
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
