#include "core/text.h"
#include "core/backoff.h"
#include "core/button-press.h"
#include "core/crc32.h"
#include "core/encodings.h"
#include "core/iso-time.h"
#include "core/sha256.h"
#include "core/version.h"
#include "support/check.h"
#include "support/fake-parts.h"

using namespace faiwatch;

TEST("a view is cut, searched and trimmed without leaving its text") {
  const TextView text("  key=value\t");
  CHECK_EQ(text.trimmed(), "key=value");
  CHECK_EQ(text.find('='), 5u);
  CHECK_EQ(text.find('!'), SIZE_MAX);
  CHECK_EQ(text.substr(6, 5), "value");
  CHECK_EQ(text.substr(50), "");
  CHECK(text.trimmed().startsWith("key"));
  CHECK(!TextView("ke").startsWith("key"));
  CHECK_EQ(TextView(" \t ").trimmed(), "");
  CHECK(equalsIgnoringCase("Content-Length", "content-LENGTH"));
  CHECK(!equalsIgnoringCase("Content-Length", "Content-Lengths"));
  CHECK(!equalsIgnoringCase("abc", "abd"));
}

TEST("a number has digits only and stays below its bound") {
  uint64_t number = 7;
  CHECK(parseUnsigned("0", 10, number));
  CHECK_EQ(number, 0u);
  CHECK(parseUnsigned("18446744073709551615", UINT64_MAX, number));
  CHECK(number == UINT64_MAX);
  CHECK(parseUnsigned("65535", 65535, number));
  for (const char* wrong : {"", "-1", "+1", " 1", "1 ", "1.0", "0x1", "18446744073709551616"}) {
    CHECK(!parseUnsigned(wrong, UINT64_MAX, number));
  }
  CHECK(!parseUnsigned("65536", 65535, number));
  CHECK(!parseUnsigned("9", 8, number));
}

TEST("a writer leaves out what does not fit and says so") {
  char buffer[8];
  TextWriter writer(buffer, sizeof buffer);
  writer.add("abc").addUnsigned(1234);
  CHECK(writer.ok());
  CHECK_EQ(writer.view(), "abc1234");
  writer.add('!');
  CHECK(!writer.ok());
  CHECK_EQ(std::string(buffer), "abc1234");
}

TEST("a writer writes the smallest and the largest numbers") {
  char buffer[64];
  TextWriter writer(buffer, sizeof buffer);
  writer.addSigned(INT64_MIN).add(' ').addSigned(-61).add(' ').addUnsigned(UINT64_MAX);
  CHECK_EQ(writer.view(), "-9223372036854775808 -61 18446744073709551615");
  char hex[16];
  CHECK_EQ(TextWriter(hex, sizeof hex).addHex(0xc0ffee, 8).view(), "00c0ffee");
}

TEST("a text of fixed size refuses what is too long and keeps what it has") {
  FixedText<4> text;
  CHECK(text.empty());
  CHECK(text.assign("four"));
  CHECK(!text.assign("fives"));
  CHECK_EQ(text.view(), "four");
  text.clear();
  CHECK_EQ(std::string(text.c_str()), "");
  char cut[4];
  copyText(cut, sizeof cut, "abcdef");
  CHECK_EQ(std::string(cut), "abc");
}

TEST("CRC-32 is that of IEEE 802.3, also piece by piece") {
  CHECK_EQ(crc32("123456789", 9), 0xcbf43926u);
  CHECK_EQ(crc32("6789", 4, crc32("12345", 5)), 0xcbf43926u);
}

TEST("SHA-256 gives the digests of FIPS 180-4") {
  const auto digestOf = [](const std::string& text) {
    Sha256 sha;
    for (const char c : text) sha.add(&c, 1);
    uint8_t digest[32];
    sha.finish(digest);
    char hex[65];
    TextWriter writer(hex, sizeof hex);
    for (const uint8_t byte : digest) writer.addHex(byte, 2);
    return std::string(hex);
  };
  CHECK_EQ(digestOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK_EQ(digestOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK_EQ(digestOf(std::string(1000, 'a')),
           "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

TEST("UTF-8 is told from what only looks like it") {
  for (const char* good : {"", "plain", "ไฟ", "é", "😀", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"}) {
    CHECK(isUtf8(good));
  }
  for (const char* bad :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe0\xb8", "\xc3(", "\xe0\xb8("}) {
    CHECK(!isUtf8(bad));
  }
  CHECK(holdsControl("a\tb"));
  CHECK(holdsControl("\x7f"));
  CHECK(!holdsControl("ไฟ ok"));
}

TEST("base64 is decoded strictly") {
  uint8_t out[6];
  size_t length = 0;
  CHECK(decodeBase64("aGVsbG8h", out, sizeof out, length));
  CHECK_EQ(TextView(reinterpret_cast<char*>(out), length), "hello!");
  CHECK(decodeBase64("+/8=", out, sizeof out, length));
  CHECK_EQ(length, 2u);
  CHECK_EQ(out[0], 0xfb);
  CHECK(decodeBase64("AA==", out, sizeof out, length));
  CHECK_EQ(length, 1u);
  for (const char* bad :
       {"", "A", "AAA", "A===", "=AAA", "AA=A", "AB==", "AAB=", "AA A", "AAA_", "aGVsbG8haGVs"}) {
    CHECK(!decodeBase64(bad, out, sizeof out, length));
  }
}

TEST("a digest has exactly 64 hex digits") {
  uint8_t digest[32];
  CHECK(decodeDigest(std::string(62, '0').append("fA").c_str(), digest));
  CHECK_EQ(digest[31], 0xfa);
  CHECK(!decodeDigest(std::string(63, '0').c_str(), digest));
  CHECK(!decodeDigest(std::string(63, '0').append("g").c_str(), digest));
  CHECK(!decodeDigest(std::string("g").append(63, '0').c_str(), digest));
}

TEST("code points are written in one to four bytes") {
  const auto encode = [](uint32_t code_point) {
    char utf8[4];
    return std::string(utf8, encodeUtf8(code_point, utf8));
  };
  CHECK_EQ(encode('A'), "A");
  CHECK_EQ(encode(0xe9), "é");
  CHECK_EQ(encode(0xe44), "ไ");
  CHECK_EQ(encode(0x1f600), "😀");
}

TEST("the server's times are read to the millisecond") {
  int64_t ms = 0;
  CHECK(parseIsoTime("2026-11-21T03:00:00.123Z", ms));
  CHECK_EQ(ms, 1795230000123);
  CHECK(parseIsoTime("2024-02-29T23:59:59Z", ms));
  CHECK_EQ(ms, 1709251199000);
  CHECK(parseIsoTime("2100-03-01T00:00:00.5Z", ms));
  CHECK_EQ(ms, 4107542400500);
  CHECK(parseIsoTime("2026-12-31T23:59:59.123456789Z", ms));
  CHECK_EQ(ms % 1000, 123);
  CHECK(parseIsoTime("2020-04-30T00:00:00Z", ms));
}

TEST("what is no time of a server is refused") {
  int64_t ms = 0;
  for (const char* bad : {"",
                          "2026-11-21",
                          "2026-11-21T03:00:00",
                          "2026-11-21T03:00:00+00:00",
                          "2026-13-21T03:00:00Z",
                          "2026-00-21T03:00:00Z",
                          "2026-11-31T03:00:00Z",
                          "2026-11-00T03:00:00Z",
                          "2025-02-29T03:00:00Z",
                          "2100-02-29T03:00:00Z",
                          "2026-11-21T24:00:00Z",
                          "2026-11-21T03:60:00Z",
                          "2026-11-21T03:00:60Z",
                          "1999-11-21T03:00:00Z",
                          "2026-11-21 03:00:00Z",
                          "2026/11/21T03:00:00Z",
                          "2026-11-21T03:00:00.Z",
                          "2026-11-21T03:00:00.12xZ",
                          "2026-11-21T03:00:0aZ",
                          "2026-11-21T03:00:00,5Z",
                          "2026-11-21T03:00:00.1234567890Z"}) {
    CHECK(!parseIsoTime(bad, ms));
  }
}

TEST("versions are ordered by their numbers, then by the word behind the dash") {
  CHECK(isNewer("1.0.1", "1.0.0"));
  CHECK(isNewer("1.10.0", "1.9.9"));
  CHECK(isNewer("2.0.0", "1.99.99"));
  CHECK(isNewer("1.0.0", "1.0.0-rc.1"));
  CHECK(isNewer("1.0.0-rc.2", "1.0.0-rc.1"));
  CHECK(isNewer("1.0.0-rc.11", "1.0.0-rc.1"));
  CHECK(!isNewer("1.0.0", "1.0.0"));
  CHECK(!isNewer("1.0.0-rc.1", "1.0.0"));
  CHECK(!isNewer("1.0.0-rc.1", "1.0.0-rc.1"));
  CHECK(!isNewer("0.9.9", "1.0.0"));
  for (const char* bad : {"", "1", "1.0", "1.0.0.0", "v1.0.0", "1.0.x", "1.0.0-", "1.0.0-a b",
                          "1..0", "1.0.0-0123456789012345678901234567890"}) {
    CHECK(!isVersion(bad));
    CHECK(!isNewer(bad, "1.0.0"));
    CHECK(!isNewer("1.0.0", bad));
  }
}

TEST("waits grow to their bound, are spread over all of it, and begin anew after a success") {
  FakeRandom random(7);
  Backoff backoff(random, 1'000, 60'000);
  uint32_t longest = 0;
  for (uint32_t i = 0; i < 200; i++) {
    const uint32_t ceiling = i < 6 ? 1'000u << i : 60'000u;
    const uint32_t wait = backoff.fail();
    CHECK(wait >= 250 && wait <= ceiling);
    if (wait > longest) longest = wait;
  }
  CHECK(longest > 50'000);
  CHECK_EQ(backoff.failures(), 200u);
  backoff.succeed();
  CHECK(backoff.fail() <= 1'000);
  CHECK_EQ(backoff.failures(), 1u);
}

TEST("a choice between two numbers takes both ends in") {
  FakeRandom random(3);
  bool has_least = false;
  bool has_most = false;
  for (int i = 0; i < 200; i++) {
    const uint32_t picked = pickBetween(random, 5, 7);
    CHECK(picked >= 5 && picked <= 7);
    has_least = has_least || picked == 5;
    has_most = has_most || picked == 7;
  }
  CHECK(has_least && has_most);
  CHECK_EQ(pickBetween(random, 9, 3), 9u);
}

TEST("a long press is told once, while it is held, whatever the contact does") {
  ButtonPress button;
  int told = 0;
  for (uint64_t now = 1000; now < 9000; now += 10) {
    // It bounces when it closes, and opens for a moment in the middle.
    const bool is_pressed = now >= 2000 && now != 2010 && now != 3000;
    told += button.sample(now, is_pressed) ? 1 : 0;
    if (now < 4990) CHECK_EQ(told, 0);
  }
  CHECK_EQ(told, 1);
}

TEST("short presses add up to nothing") {
  ButtonPress button;
  for (uint64_t now = 0; now < 20'000; now += 10) CHECK(!button.sample(now, now / 1000 % 2 == 0));
}
