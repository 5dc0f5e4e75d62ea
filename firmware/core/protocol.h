#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/config.h"
#include "core/enrolment-store.h"
#include "core/event-ring.h"
#include "core/server-list.h"
#include "core/text.h"
#include "hal/board.h"
#include "hal/reset-info.h"

/// Messages to the server and its answers: src/contract/fleet/device.ts, docs/device-protocol.md.
/// firmware/test/fixtures holds examples of each, which both sides are tested against.
namespace faiwatch {

/// Room for the longest message that is sent, with its NUL.
constexpr size_t kMessageBytes = 768;

struct EnrolRequest {
  TextView device_id;
  TextView activation_key;
  TextView phone;
  hal::BoardKind device_type;
  TextView firmware_version;
};

struct Heartbeat {
  uint32_t boot_id = 0;
  uint32_t seq = 0;
  uint64_t uptime_ms = 0;
  hal::ResetReason reset_reason = hal::ResetReason::Unknown;
  bool is_power_up = true;
  bool has_mains_sense = false;
  bool has_rssi = false;
  int8_t rssi = 0;
  /// Left out when empty or no valid text, since SSIDs may be any bytes.
  TextView ssid;
  /// Of the battery while it feeds the board; 0: it does not, or is not measured.
  uint16_t battery_mv = 0;
  /// Of the mains, where a meter measures it; 0: it is not.
  uint32_t mains_mv = 0;
  TextView firmware_version;
  /// The version that was tried and rolled back; empty: none.
  TextView update_failed;
  /// The server has asked for them.
  bool tells_features = false;
  /// Sent only to a server that ignores unknown fields.
  bool tells_more = false;
  /// The boot that this one continues, after the device restarted itself; 0: none.
  uint32_t previous_boot_id = 0;
  hal::MemoryFacts memory = {};
  /// How often Wi-Fi was joined in this boot.
  uint32_t reconnects = 0;
  /// How often the device has started.
  uint32_t starts = 0;
  /// The device is about to sleep, since its battery is low.
  bool is_falling_asleep = false;
  /// Why the device restarted itself; empty: it did not.
  TextView restart_cause;
};

/// All of them return false when the message does not fit into `capacity`.
bool encodeEnrolRequest(const EnrolRequest& request, char* out, size_t capacity);
bool encodeHeartbeat(const Heartbeat& beat, char* out, size_t capacity);
/// One event as it goes over MQTT.
bool encodeEvent(const PowerEvent& event, uint64_t age_ms, char* out, size_t capacity);
/// The same as the body of POST …/events.
bool encodeEventsRequest(const PowerEvent& event, uint64_t age_ms, char* out, size_t capacity);

/// Codes with which the server refuses a device. `Other`: the device can do nothing about it.
enum class ServerCode : uint8_t {
  Validation,
  InvalidToken,
  Forbidden,
  KeyNotFound,
  KeyInactive,
  KeyExpired,
  KeyInUse,
  KeyPhoneMismatch,
  Conflict,
  DeviceRevoked,
  RateLimited,
  Unavailable,
  Other,
};

/// As the server writes it: `KEY_NOT_FOUND`.
TextView serverCodeName(ServerCode code);
/// Reads `{ "ok": false, "code": … }`; Other for anything else.
ServerCode parseRefusal(TextView body);

struct EnrolAnswer {
  Enrolment enrolment;
  int64_t server_time_ms = 0;
  ServerNames servers;
};
bool parseEnrolAnswer(TextView body, EnrolAnswer& out);

enum class CommandType : uint8_t {
  Unknown,
  Restart,
  CheckFirmware,
  Identify,
  TellFeatures,
  Credentials,
  Servers,
};

struct Command {
  CommandType type = CommandType::Unknown;
  /// With Credentials: the new ones.
  Credentials credentials;
  /// With Servers.
  ServerNames servers;
};

struct HeartbeatAnswer {
  static constexpr size_t kMaxCommands = 8;
  int64_t server_time_ms = 0;
  /// Commands after the eighth are left out.
  CommandType commands[kMaxCommands] = {};
  size_t command_count = 0;
  /// The newest credentials among the commands.
  Credentials credentials;
  /// Empty: the server is one machine.
  ServerNames servers;
};
bool parseHeartbeatAnswer(TextView body, HeartbeatAnswer& out);

/// @returns whether the answer says that this event is accepted
bool parseEventsAnswer(TextView body, uint32_t seq);

/// A message on the commands topic. @returns false when it is no command at all
bool parseCommand(TextView body, Command& out);

}  // namespace faiwatch
