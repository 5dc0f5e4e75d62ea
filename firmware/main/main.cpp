/// The device on a board: puts core together with the board's parts, and gives it a task of its own.

#include "core/app.h"
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

/// On the classic ESP32 the radio has processor 0; the S2 has no other.
#if CONFIG_FREERTOS_UNICORE
constexpr BaseType_t kProcessor = 0;
#else
constexpr BaseType_t kProcessor = 1;
#endif

void runCore(void*) {
  static Device device;
  const bool has_begun = device.begin(release_key);
  // Core reads the board's MAC and version when it is made.
  App* const app = has_begun ? makeInLargeMemory<App>(device.hal()) : nullptr;
  if (app == nullptr) {
    // Gives an image that is on trial up for the one before. Not at once: it may have to be repeated.
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
  // What it begins, its interrupts too, stays on its processor. The task that runs this ends here.
  xTaskCreateStaticPinnedToCore(runCore, "core", kCoreStackBytes, nullptr, kCorePriority, stack, &task,
                                kProcessor);
}
