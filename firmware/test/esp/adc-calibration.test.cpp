// The ADC by the scheme of each chip.
#include "fake-chip.h"
#include "hal_esp/adc-unit.h"
#include "support/check.h"

using namespace faiwatch::esp;

TEST("the ADC measures by the calibration in the fuses, and nothing without") {
  auto& chip = chip::fresh();
  chip.volts[3] = {1'667};
  AdcUnit adc;
  CHECK(adc.begin());
  adc_channel_t channel;
  int millivolts = 0;
  CHECK(adc.open(GPIO_NUM_3, channel));
  CHECK(adc.read(channel, millivolts));
  CHECK_EQ(millivolts, 1'667);
  chip::fresh().is_calibrated = false;
  AdcUnit bare;
  CHECK(!bare.begin());
}
