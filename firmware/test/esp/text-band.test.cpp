// Text on the T-Display, strip by strip.
#include "hal_esp/text-band.h"
#include "support/check.h"

using namespace faiwatch::esp;

namespace {

constexpr unsigned kLeft = TextBand::kMargin;

/// A part of the band as lines of `#` and `.`.
std::string show(const TextBand& band, unsigned left, unsigned columns) {
  std::string out;
  for (unsigned row = 0; row < TextBand::kRows; row++) {
    for (unsigned column = 0; column < columns; column++) {
      out += band.pixels()[row * TextBand::kColumns + left + column] != 0 ? '#' : '.';
    }
    out += '\n';
  }
  return out;
}

constexpr const char* kLetterA =
    "........\n..###...\n.#####..\n##...##.\n##...##.\n##...##.\n#######.\n##...##.\n"
    "##...##.\n##...##.\n##...##.\n........\n........\n";

}  // namespace

TEST("a letter looks as in the font, in the colour asked for, high byte first") {
  TextBand band;
  band.draw("A", 1, 0, 0xf9e7);
  CHECK_EQ(show(band, kLeft, 8), std::string(kLetterA));
  CHECK_EQ(show(band, kLeft + 8, 8).find('#'), std::string::npos);
  CHECK_EQ(band.pixels()[TextBand::kColumns + kLeft + 2], 0xe7f9);
}

TEST("letters stand beside each other, and what was there before is gone") {
  TextBand band;
  band.draw("XXXX", 1, 0, 0xffff);
  band.draw(" A", 1, 0, 0xffff);
  CHECK_EQ(show(band, kLeft, 8).find('#'), std::string::npos);
  CHECK_EQ(show(band, kLeft + 8, 8), std::string(kLetterA));
  CHECK_EQ(show(band, kLeft + 16, 16).find('#'), std::string::npos);
}

TEST("a letter three times as large is spread over three strips") {
  TextBand band;
  std::string drawn;
  for (unsigned strip = 0; strip < 3; strip++) {
    band.draw("A", 3, strip, 0xffff);
    drawn += show(band, kLeft, 24);
  }
  std::string expected;
  const std::string letter = kLetterA;
  for (unsigned row = 0; row < 39; row++) {
    for (unsigned column = 0; column < 24; column++) {
      expected += letter[row / 3 * 9 + column / 3];
    }
    expected += '\n';
  }
  CHECK_EQ(drawn, expected);
}

TEST("28 letters fit, and a text that is longer is cut at a whole one") {
  TextBand band;
  band.draw("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 1, 0, 0xffff);
  CHECK_EQ(show(band, 224, 8), std::string(kLetterA));
  band.draw("AAAAAAAAAAAA", 3, 0, 0xffff);
  CHECK_EQ(show(band, 200, 24), show(band, kLeft, 24));
  CHECK_EQ(show(band, 224, 16).find('#'), std::string::npos);
}

TEST("what the font lacks is a question mark") {
  TextBand mark;
  mark.draw("?", 1, 0, 0xffff);
  TextBand band;
  band.draw("\xe0", 1, 0, 0xffff);
  CHECK_EQ(show(band, kLeft, 8), show(mark, kLeft, 8));
  band.draw("\t", 1, 0, 0xffff);
  CHECK_EQ(show(band, kLeft, 8), show(mark, kLeft, 8));
}

TEST("headlines are as large as fits") {
  CHECK_EQ(TextBand::fittingScale("POWER OUT", 3), 3U);
  CHECK_EQ(TextBand::fittingScale("SOMETHING ELSE", 3), 2U);
  CHECK_EQ(TextBand::fittingScale("A line of twenty-eight signs", 3), 1U);
}
