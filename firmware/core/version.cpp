#include "core/version.h"

#include <string.h>

namespace faiwatch {

namespace {

struct Version {
  uint64_t numbers[3];
  /// Behind the dash; empty: a release.
  TextView word;
};

bool isWordCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
         c == '-';
}

bool parse(TextView text, Version& out) {
  if (text.size() > VersionText::kCapacity) return false;
  const size_t dash = text.find('-');
  TextView rest = text.substr(0, dash);
  out.word = dash == SIZE_MAX ? TextView() : text.substr(dash + 1);
  if (dash != SIZE_MAX && out.word.empty()) return false;
  for (size_t i = 0; i < out.word.size(); i++) {
    if (!isWordCharacter(out.word[i])) return false;
  }
  for (size_t i = 0; i < 3; i++) {
    const size_t dot = rest.find('.');
    if ((dot == SIZE_MAX) != (i == 2)) return false;
    if (!parseUnsigned(rest.substr(0, dot), UINT32_MAX, out.numbers[i])) return false;
    if (dot != SIZE_MAX) rest = rest.substr(dot + 1);
  }
  return true;
}

int compareWords(TextView a, TextView b) {
  if (a.empty() || b.empty()) return static_cast<int>(a.empty()) - static_cast<int>(b.empty());
  const size_t shared = a.size() < b.size() ? a.size() : b.size();
  const int order = memcmp(a.data(), b.data(), shared);
  if (order != 0) return order;
  return static_cast<int>(a.size() > shared) - static_cast<int>(b.size() > shared);
}

}  // namespace

bool isVersion(TextView text) {
  Version version;
  return parse(text, version);
}

bool isNewer(TextView candidate, TextView than) {
  Version a;
  Version b;
  if (!parse(candidate, a) || !parse(than, b)) return false;
  for (size_t i = 0; i < 3; i++) {
    if (a.numbers[i] != b.numbers[i]) return a.numbers[i] > b.numbers[i];
  }
  return compareWords(a.word, b.word) > 0;
}

}  // namespace faiwatch
