#pragma once

#include <stddef.h>
#include <stdint.h>

#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"

namespace faiwatch::esp {

/// A bounded queue of copies between tasks, in memory of its own. T must be trivially copyable.
template <typename T, size_t N>
class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Once, before anybody uses it.
  void begin() { handle_ = xQueueCreateStatic(N, sizeof(T), storage_, &queue_); }

  /// @returns false when the queue stayed full all that time
  bool send(const T& item, TickType_t wait = 0) {
    return xQueueSend(handle_, &item, wait) == pdTRUE;
  }
  /// @returns false when the queue stayed empty all that time
  bool receive(T& item, TickType_t wait = 0) {
    return xQueueReceive(handle_, &item, wait) == pdTRUE;
  }
  void clear() { xQueueReset(handle_); }

 private:
  QueueHandle_t handle_ = nullptr;
  StaticQueue_t queue_ = {};
  alignas(T) uint8_t storage_[N * sizeof(T)] = {};
};

}  // namespace faiwatch::esp
