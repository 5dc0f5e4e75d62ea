#include "hal_esp/esp-random.h"

#include "bootloader_random.h"
#include "esp_random.h"

namespace faiwatch::esp {

void EspRandom::begin() {
  bootloader_random_enable();
  state_ = esp_random();
  bootloader_random_disable();
}

uint32_t EspRandom::next() {
  // The step is that of Numerical Recipes. Any with a full period would do, since only the seed is unpredictable.
  state_ = state_ * 1'664'525U + 1'013'904'223U;
  return state_ ^ esp_random();
}

}  // namespace faiwatch::esp
