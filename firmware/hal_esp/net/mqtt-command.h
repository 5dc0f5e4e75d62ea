#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/protocol.h"
#include "hal/mqtt-client.h"

namespace faiwatch::esp {

/// What a session is begun with. The texts are copies, NUL-terminated.
struct MqttSettings {
  hal::MqttTransport transport;
  uint16_t port;
  uint16_t keepalive_seconds;
  char host[104];
  char path[72];
  char device_id[32];
  char password[104];
  char will_topic[64];
  char will_payload[32];
};
/// @returns false when one of the texts is too long
bool makeMqttSettings(const hal::MqttOptions& options, MqttSettings& out);

struct MqttPublication {
  /// Ours, not the vendor's.
  uint16_t packet_id;
  uint16_t length;
  char topic[64];
  char payload[kMessageBytes];
};

/// A command of core's task to the MQTT task. It applies to `session` only.
struct MqttCommand {
  enum class Kind : uint8_t {
    Connect,
    Publish,
    /// To publication.topic.
    Subscribe,
    /// Another session is wanted now.
    Wake,
  };
  Kind kind;
  uint32_t session;
  union {
    MqttSettings settings;
    MqttPublication publication;
  };
};

/// What became of a publication or a session.
struct MqttWord {
  enum class Kind : uint8_t {
    Connected,
    Ended,
    /// `packet_id` went out as the vendor's `vendor_id`.
    Sent,
    /// It did not go out.
    Unsent,
    /// PUBACK for `vendor_id`.
    Acknowledged,
  };
  Kind kind;
  hal::MqttEnd end;
  uint16_t packet_id;
  int vendor_id;
  uint32_t session;
};

/// A message that arrived. The server sends no longer ones.
struct MqttArrival {
  uint32_t session;
  uint16_t length;
  char topic[64];
  uint8_t payload[hal::kCommandBytes];
};

}  // namespace faiwatch::esp
