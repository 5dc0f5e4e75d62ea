#include "core/form.h"

#include "core/encodings.h"

namespace faiwatch {

bool FormReader::next() {
  TextView pair;
  do {
    if (rest_.empty()) return false;
    const size_t end = rest_.find('&');
    pair = rest_.substr(0, end);
    rest_ = end == SIZE_MAX ? TextView() : rest_.substr(end + 1);
  } while (pair.empty());
  const size_t equals = pair.find('=');
  const TextView value = equals == SIZE_MAX ? TextView() : pair.substr(equals + 1);
  const bool is_name_intact = decode(pair.substr(0, equals), name_, sizeof name_, name_size_);
  is_intact_ = decode(value, value_, sizeof value_, value_size_) && is_name_intact;
  return true;
}

bool FormReader::decode(TextView text, char* out, size_t capacity, size_t& size) {
  size = 0;
  for (size_t i = 0; i < text.size(); i++) {
    char c = text[i] == '+' ? ' ' : text[i];
    if (text[i] == '%' && text.size() - i > 2) {
      const int high = hexValue(text[i + 1]);
      const int low = hexValue(text[i + 2]);
      // A lone per cent sign stands for itself.
      if (high >= 0 && low >= 0) {
        c = static_cast<char>(high * 16 + low);
        i += 2;
      }
    }
    if (size == capacity) return false;
    out[size++] = c;
  }
  return isUtf8({out, size});
}

}  // namespace faiwatch
