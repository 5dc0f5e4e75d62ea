#include "hal_esp/net/mqtt-command.h"

#include "core/text.h"

namespace faiwatch::esp {

namespace {

template <size_t N>
bool copy(char (&out)[N], const char* text) {
  return TextWriter(out, N).add(text).ok();
}

}  // namespace

bool makeMqttSettings(const hal::MqttOptions& options, MqttSettings& out) {
  out.transport = options.transport;
  out.port = options.port;
  out.keepalive_seconds = options.keepalive_seconds;
  return copy(out.host, options.host) && copy(out.path, options.path) &&
         copy(out.device_id, options.device_id) && copy(out.password, options.password) &&
         copy(out.will_topic, options.will_topic) && copy(out.will_payload, options.will_payload);
}

}  // namespace faiwatch::esp
