#pragma once

#include <stddef.h>

#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

namespace faiwatch::esp {

/// Priorities of what runs beside core's task. Handshakes compute for a second or more: they must not keep
/// core from looking at the mains, so all of them are below kCorePriority, which main/ gives core's task.
constexpr UBaseType_t kHttpPriority = 2;
/// Below the vendor's MQTT task, so that this one has quite ended when we are told that it has.
constexpr UBaseType_t kMqttPriority = 3;
constexpr UBaseType_t kVendorMqttPriority = 4;
constexpr UBaseType_t kCorePriority = 5;

/// A task that never ends, with its stack in static memory.
template <size_t StackBytes>
class Worker {
 public:
  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// @param run must not return
  void begin(TaskFunction_t run, void* owner, const char* name, UBaseType_t priority) {
    xTaskCreateStatic(run, name, StackBytes, owner, priority, stack_, &task_);
  }

 private:
  alignas(16) StackType_t stack_[StackBytes] = {};
  StaticTask_t task_ = {};
};

}  // namespace faiwatch::esp
