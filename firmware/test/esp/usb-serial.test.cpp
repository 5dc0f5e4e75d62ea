// The USB of the S2 and of the C3, with and without a listener.
#include "hal_esp/usb-serial.h"
#include "fake-chip.h"
#include "hal_esp/esp-clock.h"
#include "support/check.h"

using namespace faiwatch::esp;

namespace {

/// Offers a line again and again, as core does, for so long.
/// @returns whether all of it was taken
bool say(UsbSerial& serial, const std::string& line, int64_t for_ms) {
  size_t at = 0;
  for (int64_t i = 0; i <= for_ms; i += 10) {
    at += serial.write(line.data() + at, line.size() - at);
    if (at == line.size()) return true;
    chip::now().now_us += 10'000;
  }
  return false;
}

std::string lineOf(size_t length) { return std::string(length - 2, 'x') + "\r\n"; }

}  // namespace

TEST("a line longer than a packet arrives whole") {
  auto& chip = chip::fresh();
  const EspClock clock;
  beginUsb();
  UsbSerial serial(clock);
  CHECK(say(serial, lineOf(150), 0));
  CHECK_EQ(chip.usb.heard, lineOf(150));
}

TEST("what was said to the board is read, as much as there is") {
  auto& chip = chip::fresh();
  const EspClock clock;
  beginUsb();
  UsbSerial serial(clock);
  char text[8];
  CHECK_EQ(serial.read(text, sizeof text), 0U);
  chip.usb.says = "help\r";
  CHECK_EQ(serial.read(text, sizeof text), 5U);
  CHECK_EQ(std::string(text, 5), std::string("help\r"));
}

TEST("a host that is slow for a moment misses nothing") {
  auto& chip = chip::fresh();
  const EspClock clock;
  beginUsb();
  UsbSerial serial(clock);
  CHECK(say(serial, "first\r\n", 0));
  chip.usb.is_packet_waiting = true;
  CHECK(!say(serial, "second\r\n", 200));
  chip.usb.is_packet_waiting = false;
  CHECK(say(serial, "second\r\n", 0));
  CHECK_EQ(chip.usb.heard, std::string("first\r\nsecond\r\n"));
}

TEST("to nobody everything may be said") {
  auto& chip = chip::fresh();
  chip.usb.listens = false;
  const EspClock clock;
  beginUsb();
  UsbSerial serial(clock);
  for (int i = 0; i < 20; i++) CHECK(say(serial, lineOf(100), 400));
  CHECK_EQ(chip.usb.heard, std::string());
}

TEST("who opens the port later hears whole lines from then on") {
  auto& chip = chip::fresh();
  chip.usb.listens = false;
  const EspClock clock;
  beginUsb();
  UsbSerial serial(clock);
  for (int i = 0; i < 20; i++) say(serial, lineOf(100), 400);
  chip.usb.listens = true;
  chip.usb.is_packet_waiting = false;
  // Bytes that the chip still held come first.
  chip.usb.heard = std::move(chip.usb.packet);
  chip.usb.packet.clear();
  CHECK(say(serial, "OK help\r\n", 0));
  const std::string expected = "\r\nOK help\r\n";
  CHECK(chip.usb.heard.size() >= expected.size());
  CHECK_EQ(chip.usb.heard.substr(chip.usb.heard.size() - expected.size()), expected);
}
