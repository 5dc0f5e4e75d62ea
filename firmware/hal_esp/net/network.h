#pragma once

#include "hal/clock.h"
#include "hal_esp/net/esp-http-client.h"
#include "hal_esp/net/esp-mqtt-client.h"
#include "hal_esp/net/esp-ota-slot.h"
#include "hal_esp/net/esp-portal-server.h"
#include "hal_esp/net/esp-wifi.h"
#include "hal_esp/net/release-key.h"
#include "hal_esp/net/server-trust.h"

namespace faiwatch::esp {

/// The network part of the hal with its tasks' stacks. Make one, statically. test/sizes.cpp tells its size.
///
/// Needs of sdkconfig, besides what sdkconfig.defaults says: CONFIG_MQTT_TRANSPORT_SSL, _WEBSOCKET and
/// _WEBSOCKET_SECURE and CONFIG_ESP_HTTP_CLIENT_ENABLE_HTTPS on, CONFIG_MBEDTLS_HAVE_TIME_DATE off
/// (ServerTrust looks at the dates).
struct Network {
  explicit Network(const hal::Clock& clock)
      : wifi(clock), trust(clock), mqtt(clock), http(clock), portal(clock) {}
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  /// Once, when NVS is ready, before App::start().
  /// @param release_key PEM, NUL-terminated; if empty or invalid, no firmware is ever accepted
  /// @returns false when memory has run out
  bool begin(const char* release_key);

  EspWifi wifi;
  ServerTrust trust;
  EspMqttClient mqtt;
  EspHttpClient http;
  EspPortalServer portal;
  EspOtaSlot ota;
  ReleaseKey crypto;
};

}  // namespace faiwatch::esp
