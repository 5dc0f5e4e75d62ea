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
  // Any full-period step will do (Numerical Recipes' here): what is unpredictable is where it began.
  state_ = state_ * 1'664'525U + 1'013'904'223U;
  return state_ ^ esp_random();
}

}  // namespace faiwatch::esp
