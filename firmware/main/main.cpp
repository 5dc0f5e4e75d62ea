/// The device on a board: puts core together with the board's parts, and gives it a task of its own.

#include "core/app.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "hal_esp/adc-battery.h"
#include "hal_esp/esp-board.h"
#include "hal_esp/esp-clock.h"
#include "hal_esp/esp-mains-input.h"
#include "hal_esp/esp-random.h"
#include "hal_esp/esp-reset-info.h"
#include "hal_esp/gpio-button.h"
#include "hal_esp/gpio-led.h"
#include "hal_esp/net/network.h"
#include "hal_esp/net/worker.h"
#include "hal_esp/nvs-store.h"
#include "hal_esp/partition-flash.h"
#include "hal_esp/this-board.h"
#include "sdkconfig.h"

#if defined(FAIWATCH_HAS_RELEASE_KEY)
extern const char release_key[] asm("_binary_release_key_pub_pem_start");
#else
static constexpr char release_key[] = "";
#endif

namespace faiwatch::esp {

namespace {

constexpr TickType_t kTurnTicks = pdMS_TO_TICKS(10);
constexpr TickType_t kGiveUpTicks = pdMS_TO_TICKS(5'000);

/// In bytes. Core itself needs some 3 KB, the check of a release's signature 4 KB on top of that.
constexpr uint32_t kStackBytes = 12'288;

/// On the classic ESP32 the radio has processor 0; the S2 has no other.
#if CONFIG_FREERTOS_UNICORE
constexpr BaseType_t kProcessor = 0;
#else
constexpr BaseType_t kProcessor = 1;
#endif

/// All that surrounds core. Made once, in static memory: some 80 KB.
struct Device {
  /// @returns false when there can be no device
  bool begin() {
    // Before the ADC and the radio: it borrows the one's noise, which the other disturbs.
    random.begin();
    store.begin();
    flash.begin();
    adc.begin();
    battery.begin(kLayout);
    mains.begin();
    led.begin(kLayout.led);
    button.begin(kLayout.button);
    parts.begin();
    return board.begin(kLayout.kind) && network.begin(release_key);
  }

  hal::Hal hal() {
    return {board,          random,      reset,         store,        flash,        parts.serial,
            mains,          battery,     network.wifi,  network.mqtt, network.http, network.portal,
            network.crypto, network.ota, parts.display, led,          button};
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

void runCore(void*) {
  static Device device;
  if (!device.begin()) {
    // Gives an image that is on trial up for the one before. Not at once: it may have to be repeated.
    vTaskDelay(kGiveUpTicks);
    device.board.restart();
  }
  // Core reads the board's MAC and version when it is made.
  static App app(device.hal());
  app.start(device.clock.nowMs());
  for (;;) {
    app.tick(device.clock.nowMs());
    vTaskDelay(kTurnTicks);
  }
}

}  // namespace

}  // namespace faiwatch::esp

extern "C" void app_main() {
  using namespace faiwatch::esp;
  static StackType_t stack[kStackBytes];
  static StaticTask_t task;
  // What it begins, its interrupts too, stays on its processor. The task that runs this ends here.
  xTaskCreateStaticPinnedToCore(runCore, "core", kStackBytes, nullptr, kCorePriority, stack, &task,
                                kProcessor);
}
