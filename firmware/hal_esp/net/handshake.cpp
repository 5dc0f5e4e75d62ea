#include "hal_esp/net/handshake.h"

#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "freertos/task.h"
#include "hal_esp/net/server-trust.h"

namespace faiwatch::esp {

namespace {

StaticSemaphore_t turn_memory;
/// A mutex, for its priority inheritance: HTTP's task has the lower priority and must be able to finish.
SemaphoreHandle_t turn = nullptr;

}  // namespace

void beginHandshakes() { turn = xSemaphoreCreateMutexStatic(&turn_memory); }

esp_err_t enterHandshake(void* ssl_config) {
  xSemaphoreTake(turn, portMAX_DELAY);
  return ServerTrust::attach(ssl_config);
}

void leaveHandshake() {
  if (xSemaphoreGetMutexHolder(turn) == xTaskGetCurrentTaskHandle()) xSemaphoreGive(turn);
}

}  // namespace faiwatch::esp
