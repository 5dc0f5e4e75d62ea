#include "core/form.h"

#include "core/encodings.h"

namespace faiwatch {

bool FormDecoder::next(char& out) {
  if (at_ == encoded_.size()) return false;
  out = encoded_[at_++];
  if (out == '+') out = ' ';
  // A lone per cent sign stands for itself.
  if (out != '%' || encoded_.size() - at_ < 2) return true;
  const int high = hexValue(encoded_[at_]);
  const int low = hexValue(encoded_[at_ + 1]);
  if (high < 0 || low < 0) return true;
  at_ += 2;
  out = static_cast<char>(high * 16 + low);
  return true;
}

bool FormReader::next() {
  TextView pair;
  do {
    if (rest_.empty()) return false;
    const size_t end = rest_.find('&');
    pair = rest_.substr(0, end);
    rest_ = end == SIZE_MAX ? TextView() : rest_.substr(end + 1);
  } while (pair.empty());
  const size_t equals = pair.find('=');
  encoded_value_ = equals == SIZE_MAX ? TextView() : pair.substr(equals + 1);
  const bool is_name_intact = decode(pair.substr(0, equals), name_, sizeof name_, name_size_);
  is_intact_ = decode(encoded_value_, value_, sizeof value_, value_size_) && is_name_intact;
  return true;
}

bool FormReader::decode(TextView text, char* out, size_t capacity, size_t& size) {
  size = 0;
  FormDecoder decoder(text);
  for (char c; decoder.next(c);) {
    if (size == capacity) return false;
    out[size++] = c;
  }
  return isUtf8({out, size});
}

}  // namespace faiwatch
