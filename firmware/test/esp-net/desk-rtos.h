// FreeRTOS on the desk, with time in the test's hands: of all tasks one runs at a time, and only when the
// test lets them.
#pragma once

#include <stdint.h>

#include <functional>

#include "hal/clock.h"

namespace rtos {

/// Forgets all tasks; the clock goes on.
void fresh();
/// Lets tasks run until all of them wait for something.
void settle();
/// Lets time pass and runs every task when it is due.
void advance(uint32_t ms);
uint64_t nowMs();
/// Waits as a blocking call of ESP-IDF does. @returns false when it timed out
bool wait(const std::function<bool()>& is_so, uint32_t ms);
/// Starts a task of ESP-IDF.
void spawn(std::function<void()> run);

class Clock final : public faiwatch::hal::Clock {
 public:
  uint64_t nowMs() const override { return rtos::nowMs(); }
};

}  // namespace rtos
