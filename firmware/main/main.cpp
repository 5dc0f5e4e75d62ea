/// The device on a board: puts core together with the board's parts, and gives it a task of its own.

#include "core/app.h"
#include "core/low-battery.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "hal_esp/large-memory.h"
#include "hal_esp/net/worker.h"
#include "main/device.h"
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
constexpr int kSupplyLooks = 10;

/// On the classic ESP32 the radio has processor 0; the S2 has no other.
#if CONFIG_FREERTOS_UNICORE
constexpr BaseType_t kProcessor = 0;
#else
constexpr BaseType_t kProcessor = 1;
#endif

/// What feeds the board, in mV; 0: it is not measured. The divider takes a moment to settle.
uint16_t measureSupply(Device& device) {
  device.beginSupply();
  uint16_t highest_mv = 0;
  for (int i = 0; device.battery.isReady() && i < kSupplyLooks; i++) {
    vTaskDelay(kTurnTicks);
    const uint16_t seen_mv = device.battery.millivolts();
    if (seen_mv > highest_mv) highest_mv = seen_mv;
  }
  return highest_mv;
}

void runCore(void*) {
  static Device device;
  // An empty cell does not survive the start of the radio.
  const uint16_t supply_mv = measureSupply(device);
  bool has_begun = device.beginInputs();
  if (has_begun) sleepIfTooLow(device.board, device.reset, device.store, device.mains, supply_mv);
  has_begun = has_begun && device.begin(release_key);
  // Core reads the board's MAC and version when it is made.
  App* const app = has_begun ? makeInLargeMemory<App>(device.hal()) : nullptr;
  if (app == nullptr) {
    // The restart gives up an image on trial for the one before. The wait keeps repeated restarts apart.
    vTaskDelay(kGiveUpTicks);
    device.board.restart();
  }
  app->start(device.clock.nowMs());
  for (;;) {
    app->tick(device.clock.nowMs());
    vTaskDelay(kTurnTicks);
  }
}

}  // namespace

}  // namespace faiwatch::esp

extern "C" void app_main() {
  using namespace faiwatch::esp;
  static StackType_t stack[kCoreStackBytes];
  static StaticTask_t task;
  // Everything that core's task starts, interrupts included, stays on its processor. The present task ends here.
  xTaskCreateStaticPinnedToCore(runCore, "core", kCoreStackBytes, nullptr, kCorePriority, stack, &task,
                                kProcessor);
}
