// What the T-Display shows, and how little it draws for it.
#include <string.h>

#include "fake-chip.h"
#include "fake-panel.h"
#include "hal_esp/st7789-display.h"
#include "support/check.h"

using namespace faiwatch;
using namespace faiwatch::esp;
using hal::ScreenTone;

namespace {

constexpr DisplayPins kPins = {GPIO_NUM_19, GPIO_NUM_18, GPIO_NUM_5,
                               GPIO_NUM_16, GPIO_NUM_23, GPIO_NUM_4};
constexpr int kHeadlineStrips = 3;
constexpr int kLines = 4;

void set(hal::ScreenLine& line, ScreenTone tone, const char* text) {
  strncpy(line.text, text, sizeof line.text - 1);
  line.tone = tone;
}

hal::Screen makeScreen() {
  hal::Screen screen = {};
  set(screen.headline, ScreenTone::Good, "POWER ON");
  set(screen.since, ScreenTone::Neutral, "for 3 min");
  set(screen.wifi, ScreenTone::Good, "WiFi: Home strong");
  set(screen.service, ScreenTone::Good, "Key ok, online");
  set(screen.footer, ScreenTone::Neutral, "fw-a1b2c3d4e5f6");
  return screen;
}

}  // namespace

TEST("the panel's noise is cleared before the backlight goes on") {
  auto& chip = chip::fresh();
  auto& panel = panel::fresh();
  St7789Display display(kPins);
  CHECK(display.begin());
  CHECK(!panel.isLit(0, panel::kHeight));
  CHECK_EQ(chip.levels[GPIO_NUM_4], 0);
  display.setBacklight(true);
  CHECK_EQ(chip.levels[GPIO_NUM_4], 1);
}

TEST("five lines, each in its colour, none of them over another") {
  chip::fresh();
  auto& panel = panel::fresh();
  St7789Display display(kPins);
  display.begin();
  display.draw(makeScreen());
  CHECK_EQ(panel.colourIn(2, 39), 0x07e0);
  CHECK_EQ(panel.colourIn(46, 13), 0xffff);
  CHECK_EQ(panel.colourIn(70, 13), 0x07e0);
  CHECK_EQ(panel.colourIn(92, 13), 0x07e0);
  CHECK_EQ(panel.colourIn(118, 13), 0xffff);
}

TEST("only what changed is drawn") {
  chip::fresh();
  auto& panel = panel::fresh();
  St7789Display display(kPins);
  display.begin();
  hal::Screen screen = makeScreen();
  panel.strips = 0;
  display.draw(screen);
  CHECK_EQ(panel.strips, kHeadlineStrips + kLines);
  display.draw(screen);
  CHECK_EQ(panel.strips, kHeadlineStrips + kLines);
  set(screen.since, ScreenTone::Neutral, "for 4 min");
  display.draw(screen);
  CHECK_EQ(panel.strips, kHeadlineStrips + kLines + 1);
  screen.wifi.tone = ScreenTone::Warning;
  display.draw(screen);
  CHECK_EQ(panel.strips, kHeadlineStrips + kLines + 2);
}

TEST("a headline that is drawn smaller leaves nothing of a larger one") {
  chip::fresh();
  auto& panel = panel::fresh();
  St7789Display display(kPins);
  display.begin();
  hal::Screen screen = makeScreen();
  display.draw(screen);
  CHECK(panel.isLit(2 + 26, 13));
  set(screen.headline, ScreenTone::Bad, "SOMETHING ELSE");
  display.draw(screen);
  CHECK(panel.isLit(2, 26));
  CHECK(!panel.isLit(2 + 26, 13));
}

TEST("a panel that cannot be opened stays dark, and costs nothing") {
  chip::fresh();
  auto& panel = panel::fresh();
  panel.init = ESP_ERR_NO_MEM;
  St7789Display display(kPins);
  CHECK(!display.begin());
  display.draw(makeScreen());
  CHECK_EQ(panel.strips, 0);
  CHECK_EQ(panel.waits, 0);
}

TEST("a strip that never ends is waited for once") {
  chip::fresh();
  auto& panel = panel::fresh();
  St7789Display display(kPins);
  display.begin();
  panel.is_stuck = true;
  hal::Screen screen = makeScreen();
  for (int i = 0; i < 10; i++) {
    screen.headline.text[0] = static_cast<char>('A' + i);
    display.draw(screen);
  }
  CHECK_EQ(panel.waits, 1);
}

TEST("asleep it is dark, and draws nothing any more") {
  auto& chip = chip::fresh();
  auto& panel = panel::fresh();
  St7789Display display(kPins);
  display.begin();
  display.setBacklight(true);
  display.sleep();
  CHECK(panel.is_asleep);
  CHECK_EQ(chip.levels[GPIO_NUM_4], 0);
  const int strips = panel.strips;
  display.draw(makeScreen());
  CHECK_EQ(panel.strips, strips);
}
