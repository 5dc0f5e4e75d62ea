#include "core/iso-time.h"
#include "core/json-reader.h"
#include "core/protocol.h"

namespace faiwatch {

namespace {

constexpr struct {
  ServerCode code;
  const char* name;
} kCodes[] = {
    {ServerCode::Validation, "VALIDATION"},    {ServerCode::InvalidToken, "INVALID_TOKEN"},
    {ServerCode::Forbidden, "FORBIDDEN"},      {ServerCode::KeyNotFound, "KEY_NOT_FOUND"},
    {ServerCode::KeyInactive, "KEY_INACTIVE"}, {ServerCode::KeyExpired, "KEY_EXPIRED"},
    {ServerCode::KeyInUse, "KEY_IN_USE"},      {ServerCode::KeyPhoneMismatch, "KEY_PHONE_MISMATCH"},
    {ServerCode::Conflict, "CONFLICT"},        {ServerCode::DeviceRevoked, "DEVICE_REVOKED"},
    {ServerCode::RateLimited, "RATE_LIMITED"}, {ServerCode::Unavailable, "UNAVAILABLE"},
};

constexpr struct {
  CommandType type;
  const char* name;
} kCommands[] = {
    {CommandType::Restart, "restart"},
    {CommandType::CheckFirmware, "check_firmware"},
    {CommandType::Identify, "identify"},
    {CommandType::TellFeatures, "tell_features"},
    {CommandType::Credentials, "credentials"},
    {CommandType::Servers, "servers"},
};

/// The range a server may ask for. A value outside it is a mistake that would flood the server or hide the device.
constexpr uint64_t kLeastIntervalSeconds = 2;
constexpr uint64_t kMostIntervalSeconds = 300;

/// Walks the fields of the object that the reader is about to begin, or has just begun.
/// `onField(reader, name)` reads the value and returns false when it is of no use.
template <typename OnField>
bool readFields(JsonReader& reader, OnField onField) {
  for (;;) {
    const JsonToken token = reader.next();
    if (token == JsonToken::EndObject) return true;
    if (token != JsonToken::Key) return false;
    if (!onField(reader, reader.raw())) return false;
  }
}

template <typename OnField>
bool readDocument(TextView body, OnField onField) {
  JsonReader reader(body);
  return reader.next() == JsonToken::BeginObject && readFields(reader, onField) &&
         reader.next() == JsonToken::End;
}

bool skipValue(JsonReader& reader) { return reader.skip(JsonToken::Key); }

/// Times that cannot be read are left out: none of them is needed to go on.
bool readTime(JsonReader& reader, int64_t& out) {
  if (reader.next() != JsonToken::String) return false;
  if (!parseIsoTime(reader.raw(), out)) out = 0;
  return true;
}

bool readBounded(JsonReader& reader, uint64_t least, uint64_t most, uint16_t& out) {
  uint64_t value = 0;
  if (reader.next() != JsonToken::Number || !reader.toUnsigned(UINT32_MAX, value)) return false;
  if (value < least) value = least;
  if (value > most) value = most;
  out = static_cast<uint16_t>(value);
  return true;
}

bool readPort(JsonReader& reader, uint16_t& out) {
  const JsonToken token = reader.next();
  out = 0;
  if (token == JsonToken::Null) return true;
  uint64_t port = 0;
  if (token != JsonToken::Number || !reader.toUnsigned(65535, port)) return false;
  out = static_cast<uint16_t>(port);
  return true;
}

bool readBoolean(JsonReader& reader, bool& out) {
  const JsonToken token = reader.next();
  out = token == JsonToken::True;
  return out || token == JsonToken::False;
}

bool readMqtt(JsonReader& reader, Enrolment& out) {
  if (reader.next() != JsonToken::BeginObject) return false;
  return readFields(reader, [&out](JsonReader& value, TextView name) {
    if (name == "port") return readPort(value, out.mqtt_port);
    if (name == "tls") return readBoolean(value, out.mqtt_is_tls);
    if (name == "path") return value.next() == JsonToken::String && value.decode(out.mqtt_path);
    return skipValue(value);
  });
}

/// Addresses that are too long, and those after the fourth, are left out.
bool readServers(JsonReader& reader, ServerNames& out) {
  out = {};
  JsonToken token = reader.next();
  if (token != JsonToken::BeginArray) return reader.skip(token);
  for (;;) {
    token = reader.next();
    if (token == JsonToken::EndArray) return true;
    if (token != JsonToken::String) {
      if (!reader.skip(token)) return false;
    } else if (out.count < ServerNames::kMost && reader.decode(out.urls[out.count])) {
      out.count++;
    }
  }
}

/// Whether a token fits into a header, an MQTT password and the store.
bool isToken(TextView token) {
  for (size_t i = 0; i < token.size(); i++) {
    if (token[i] <= ' ' || token[i] > '~') return false;
  }
  return token.size() >= 16;
}

CommandType commandOf(TextView name) {
  for (const auto& known : kCommands) {
    if (name == known.name) return known.type;
  }
  return CommandType::Unknown;
}

bool isDigest(TextView text) {
  for (size_t i = 0; i < text.size(); i++) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (!is_digit && (text[i] < 'a' || text[i] > 'f')) return false;
  }
  return text.size() == KeyDigest::kCapacity;
}

/// The fields of one command, whose object has begun.
bool readCommand(JsonReader& reader, Command& out) {
  bool has_type = false;
  bool has_servers = false;
  out = {};
  const bool is_read = readFields(reader, [&](JsonReader& value, TextView name) {
    if (name == "device_token" || name == "key_digest") {
      const bool is_token = name == "device_token";
      // Fields of unknown commands may have any value.
      const JsonToken token = value.next();
      if (token != JsonToken::String) return value.skip(token);
      return is_token ? value.decode(out.credentials.device_token)
                      : value.decode(out.credentials.key_digest);
    }
    if (name == "servers") return has_servers = readServers(value, out.servers);
    if (name != "type") return skipValue(value);
    has_type = value.next() == JsonToken::String;
    out.type = commandOf(value.raw());
    return has_type;
  });
  const bool is_whole = isToken(out.credentials.device_token.view()) &&
                        isDigest(out.credentials.key_digest.view());
  if (out.type == CommandType::Credentials && !is_whole) out.type = CommandType::Unknown;
  if (out.type == CommandType::Servers && !has_servers) out.type = CommandType::Unknown;
  return is_read && has_type;
}

bool readCommands(JsonReader& reader, HeartbeatAnswer& out) {
  if (reader.next() != JsonToken::BeginArray) return false;
  for (;;) {
    const JsonToken token = reader.next();
    if (token == JsonToken::EndArray) return true;
    Command command;
    if (token != JsonToken::BeginObject || !readCommand(reader, command)) return false;
    if (command.type == CommandType::Credentials) out.credentials = command.credentials;
    if (out.command_count < HeartbeatAnswer::kMaxCommands) {
      out.commands[out.command_count++] = command.type;
    }
  }
}

bool readAccepted(JsonReader& reader, uint32_t seq, bool& is_accepted) {
  if (reader.next() != JsonToken::BeginArray) return false;
  for (;;) {
    const JsonToken token = reader.next();
    if (token == JsonToken::EndArray) return true;
    uint64_t number = 0;
    if (token != JsonToken::Number || !reader.toUnsigned(UINT32_MAX, number)) return false;
    if (number == seq) is_accepted = true;
  }
}

}  // namespace

TextView serverCodeName(ServerCode code) {
  for (const auto& known : kCodes) {
    if (known.code == code) return known.name;
  }
  return "OTHER";
}

ServerCode parseRefusal(TextView body) {
  ServerCode code = ServerCode::Other;
  const bool is_read = readDocument(body, [&code](JsonReader& value, TextView name) {
    if (name != "code") return skipValue(value);
    if (value.next() != JsonToken::String) return false;
    for (const auto& known : kCodes) {
      if (value.is(known.name)) code = known.code;
    }
    return true;
  });
  return is_read ? code : ServerCode::Other;
}

bool parseEnrolAnswer(TextView body, EnrolAnswer& out) {
  EnrolAnswer answer;
  bool is_ok = false;
  bool has_mqtt = false;
  const bool is_read = readDocument(body, [&](JsonReader& value, TextView name) {
    if (name == "ok") return readBoolean(value, is_ok);
    if (name == "device_token") {
      return value.next() == JsonToken::String && value.decode(answer.enrolment.device_token);
    }
    if (name == "heartbeat_interval_seconds") {
      return readBounded(value, kLeastIntervalSeconds, kMostIntervalSeconds,
                         answer.enrolment.heartbeat_interval_seconds);
    }
    if (name == "mqtt") return has_mqtt = readMqtt(value, answer.enrolment);
    if (name == "server_time") return readTime(value, answer.server_time_ms);
    if (name == "servers") return readServers(value, answer.servers);
    return skipValue(value);
  });
  if (!is_read || !is_ok || !has_mqtt || !isToken(answer.enrolment.device_token.view()) ||
      !answer.enrolment.mqtt_path.view().startsWith("/")) {
    return false;
  }
  out = answer;
  return true;
}

bool parseHeartbeatAnswer(TextView body, HeartbeatAnswer& out) {
  HeartbeatAnswer answer;
  bool is_ok = false;
  const bool is_read = readDocument(body, [&](JsonReader& value, TextView name) {
    if (name == "ok") return readBoolean(value, is_ok);
    if (name == "server_time") return readTime(value, answer.server_time_ms);
    if (name == "commands") return readCommands(value, answer);
    if (name == "servers") return readServers(value, answer.servers);
    return skipValue(value);
  });
  if (!is_read || !is_ok) return false;
  out = answer;
  return true;
}

bool parseEventsAnswer(TextView body, uint32_t seq) {
  bool is_ok = false;
  bool is_accepted = false;
  const bool is_read = readDocument(body, [&](JsonReader& value, TextView name) {
    if (name == "ok") return readBoolean(value, is_ok);
    if (name == "accepted") return readAccepted(value, seq, is_accepted);
    return skipValue(value);
  });
  return is_read && is_ok && is_accepted;
}

bool parseCommand(TextView body, Command& out) {
  JsonReader reader(body);
  return reader.next() == JsonToken::BeginObject && readCommand(reader, out) &&
         reader.next() == JsonToken::End;
}

}  // namespace faiwatch
