#pragma once

#include <stddef.h>

#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

namespace faiwatch::esp {

/// Priorities of the tasks beside core's. All are below kCorePriority, which main/ gives core's task: a handshake
/// computes for a second or more and must not keep core from watching the mains.
constexpr UBaseType_t kHttpPriority = 2;
/// Below esp-mqtt's task, so that esp-mqtt's has fully ended when we hear of it.
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
