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
/// Lets so much time pass, and every task run when it is its turn.
void advance(uint32_t ms);
uint64_t nowMs();
/// What a call of the vendor does that waits. @returns false when it was not so in time
bool wait(const std::function<bool()>& is_so, uint32_t ms);
/// A task of the vendor's.
void spawn(std::function<void()> run);

class Clock final : public faiwatch::hal::Clock {
 public:
  uint64_t nowMs() const override { return rtos::nowMs(); }
};

}  // namespace rtos
