#include "desk-rtos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"
#include "freertos/semphr.h"
#include "freertos/task.h"

namespace {

struct Task {
  std::function<bool()> is_ready = [] { return true; };
  uint64_t deadline = UINT64_MAX;
  bool has_ended = false;
};

/// Never destroyed, since tasks that wait for ever outlive the tests.
struct Desk {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::shared_ptr<Task>> tasks;
  /// Whose turn it is; null: the test's.
  Task* turn = nullptr;
  uint64_t now = 1'000;
};

Desk& desk() {
  static Desk& the = *new Desk;
  return the;
}

thread_local Task* self = nullptr;

void giveTurn(std::unique_lock<std::mutex>& lock, Task* to) {
  desk().turn = to;
  desk().changed.notify_all();
  Task* const me = self;
  desk().changed.wait(lock, [me] { return desk().turn == me; });
}

bool isDue(const Task& task) {
  return !task.has_ended && (task.is_ready() || desk().now >= task.deadline);
}

uint64_t deadlineAfter(uint32_t ticks) {
  return ticks == portMAX_DELAY ? UINT64_MAX : desk().now + ticks;
}

}  // namespace

namespace rtos {

void fresh() { desk().tasks.clear(); }

uint64_t nowMs() { return desk().now; }

void settle() {
  bool has_run = true;
  while (has_run) {
    has_run = false;
    const auto tasks = desk().tasks;
    for (const auto& task : tasks) {
      if (!isDue(*task)) continue;
      std::unique_lock<std::mutex> lock(desk().mutex);
      giveTurn(lock, task.get());
      has_run = true;
    }
  }
}

void advance(uint32_t ms) {
  const uint64_t target = desk().now + ms;
  for (;;) {
    settle();
    uint64_t next = target;
    for (const auto& task : desk().tasks) {
      if (!task->has_ended && task->deadline < next) next = task->deadline;
    }
    if (desk().now >= target) return;
    desk().now = next > desk().now ? next : target;
  }
}

bool wait(const std::function<bool()>& is_so, uint32_t ms) {
  if (is_so()) return true;
  if (ms == 0) return false;
  if (self == nullptr) {
    fprintf(stderr, "core's task would have had to wait\n");
    abort();
  }
  self->deadline = deadlineAfter(ms);
  self->is_ready = is_so;
  std::unique_lock<std::mutex> lock(desk().mutex);
  giveTurn(lock, nullptr);
  self->deadline = UINT64_MAX;
  return is_so();
}

void spawn(std::function<void()> run) {
  auto task = std::make_shared<Task>();
  desk().tasks.push_back(task);
  std::thread([task, run] {
    self = task.get();
    {
      std::unique_lock<std::mutex> lock(desk().mutex);
      desk().changed.wait(lock, [&] { return desk().turn == task.get(); });
    }
    run();
    std::unique_lock<std::mutex> lock(desk().mutex);
    task->has_ended = true;
    desk().turn = nullptr;
    desk().changed.notify_all();
  }).detach();
}

}  // namespace rtos

struct QueueDefinition {
  size_t length;
  size_t item_size;
  std::deque<std::string> items;
  bool is_mutex = false;
  Task* holder = nullptr;
};

extern "C" {

QueueHandle_t xQueueGenericCreateStatic(const UBaseType_t length, const UBaseType_t item_size,
                                        uint8_t*, StaticQueue_t*, const uint8_t) {
  // Kept for ever, like the caller's static memory.
  static auto& all = *new std::vector<std::unique_ptr<QueueDefinition>>;
  all.push_back(std::make_unique<QueueDefinition>(QueueDefinition{length, item_size, {}, false, nullptr}));
  return all.back().get();
}

BaseType_t xQueueGenericSend(QueueHandle_t queue, const void* const item, TickType_t ticks,
                             const BaseType_t) {
  if (!rtos::wait([queue] { return queue->items.size() < queue->length; }, ticks)) return pdFALSE;
  if (queue->is_mutex && queue->holder != self) {
    fprintf(stderr, "a mutex is given by a task that does not hold it\n");
    abort();
  }
  queue->holder = nullptr;
  queue->items.emplace_back(static_cast<const char*>(item), item == nullptr ? 0 : queue->item_size);
  return pdTRUE;
}

BaseType_t xQueueReceive(QueueHandle_t queue, void* const out, TickType_t ticks) {
  if (!rtos::wait([queue] { return !queue->items.empty(); }, ticks)) return pdFALSE;
  if (out != nullptr) memcpy(out, queue->items.front().data(), queue->item_size);
  queue->items.pop_front();
  queue->holder = self;
  return pdTRUE;
}

BaseType_t xQueueSemaphoreTake(QueueHandle_t queue, TickType_t ticks) {
  return xQueueReceive(queue, nullptr, ticks);
}

QueueHandle_t xQueueCreateMutexStatic(const uint8_t type, StaticQueue_t* memory) {
  QueueHandle_t const mutex = xQueueGenericCreateStatic(1, 0, nullptr, memory, type);
  mutex->items.emplace_back();
  mutex->is_mutex = true;
  return mutex;
}

TaskHandle_t xQueueGetMutexHolder(QueueHandle_t mutex) {
  return reinterpret_cast<TaskHandle_t>(mutex->holder);
}

TaskHandle_t xTaskGetCurrentTaskHandle() { return reinterpret_cast<TaskHandle_t>(self); }

BaseType_t xQueueGenericReset(QueueHandle_t queue, BaseType_t) {
  queue->items.clear();
  return pdPASS;
}

TaskHandle_t xTaskCreateStatic(TaskFunction_t run, const char* const, const uint32_t,
                               void* const owner, UBaseType_t, StackType_t* const,
                               StaticTask_t* const) {
  rtos::spawn([run, owner] { run(owner); });
  return nullptr;
}

void vTaskDelay(const TickType_t ticks) {
  rtos::wait([] { return false; }, ticks);
}
}
