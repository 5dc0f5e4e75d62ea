#pragma once

#include "hal/hal.h"
#include "hal_esp/adc-battery.h"
#include "hal_esp/esp-board.h"
#include "hal_esp/esp-clock.h"
#include "hal_esp/esp-mains-input.h"
#include "hal_esp/esp-random.h"
#include "hal_esp/esp-reset-info.h"
#include "hal_esp/gpio-button.h"
#include "hal_esp/gpio-led.h"
#include "hal_esp/net/network.h"
#include "hal_esp/nvs-store.h"
#include "hal_esp/partition-flash.h"
#include "hal_esp/this-board.h"

namespace faiwatch::esp {

/// Of core's task, in bytes. Core itself needs some 4 KB, the check of a release's signature 4 KB on top.
constexpr uint32_t kCoreStackBytes = 10'240;

/// Everything around core. Made once, in static memory, which is internal RAM: it holds stacks, and data of
/// interrupts and DMA. test/sizes.cpp tells its size.
struct Device {
  /// First of all.
  void beginSupply() {
    // Comes before the ADC and the radio: it uses the ADC's noise, which the radio disturbs.
    random.begin();
    adc.begin();
    battery.begin(kLayout);
  }

  /// What tells which pin senses the mains, and watches it. Draws nothing worth mentioning.
  bool beginInputs() {
    store.begin();
    mains.begin();
    return board.begin(kLayout.kind);
  }

  /// @param release_key PEM; empty: none
  bool begin(const char* release_key) {
    flash.begin();
    led.begin(kLayout.led);
    button.begin(kLayout.button);
    parts.begin();
    return network.begin(release_key);
  }

  hal::Hal hal() {
    return {board,          random,      reset,         store,        flash,        parts.serial,
            mains,          battery,     network.wifi,  network.mqtt, network.http, network.portal,
            network.crypto, network.trust, network.ota,  parts.display, led,         button};
  }

  EspClock clock;
  EspRandom random;
  EspResetInfo reset;
  NvsStore store;
  PartitionFlash flash;
  AdcUnit adc;
  AdcBattery battery{adc};
  EspMainsInput mains{kLayout, adc, battery};
  GpioLed led;
  GpioButton button;
  BoardParts parts{clock};
  EspBoard board;
  Network network{clock};
};

}  // namespace faiwatch::esp
