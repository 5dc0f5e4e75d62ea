#pragma once

#include "hal/battery.h"
#include "hal/board.h"
#include "hal/button.h"
#include "hal/crypto.h"
#include "hal/display.h"
#include "hal/flash.h"
#include "hal/http-client.h"
#include "hal/key-value-store.h"
#include "hal/led.h"
#include "hal/mains-input.h"
#include "hal/mqtt-client.h"
#include "hal/ota-slot.h"
#include "hal/portal-server.h"
#include "hal/random.h"
#include "hal/reset-info.h"
#include "hal/serial.h"
#include "hal/trust.h"
#include "hal/wifi.h"

namespace faiwatch::hal {

/// Everything core needs of a platform. All calls, listeners' included, happen on one thread: the one
/// that calls App::tick().
struct Hal {
  Board& board;
  Random& random;
  ResetInfo& reset;
  KeyValueStore& store;
  Flash& flash;
  Serial& serial;
  MainsInput& mains;
  Battery& battery;
  Wifi& wifi;
  MqttClient& mqtt;
  HttpClient& http;
  PortalServer& portal;
  Crypto& crypto;
  Trust& trust;
  OtaSlot& ota;
  Display& display;
  Led& led;
  Button& button;
};

}  // namespace faiwatch::hal
