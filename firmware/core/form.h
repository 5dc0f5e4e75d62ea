#pragma once

#include "core/text.h"

namespace faiwatch {

/// Takes the encoding of application/x-www-form-urlencoded off a value, character by character.
class FormDecoder {
 public:
  explicit FormDecoder(TextView encoded) : encoded_(encoded) {}

  /// @returns false at the end
  bool next(char& out);

 private:
  TextView encoded_;
  size_t at_ = 0;
};

/// Reads application/x-www-form-urlencoded (WHATWG URL, section 5.1), field by field.
class FormReader {
 public:
  explicit FormReader(TextView body) : rest_(body) {}

  /// The next field. A name or value that does not fit its buffer or is not UTF-8 is given up to that point, and
  /// `isIntact` is then false.
  /// @returns false at the end
  bool next();
  TextView name() const { return {name_, name_size_}; }
  TextView value() const { return {value_, value_size_}; }
  bool isIntact() const { return is_intact_; }
  /// The value as it came, for one that is longer than value() can hold.
  TextView encodedValue() const { return encoded_value_; }

 private:
  bool decode(TextView text, char* out, size_t capacity, size_t& size);

  TextView rest_;
  TextView encoded_value_;
  char name_[32];
  char value_[200];
  size_t name_size_ = 0;
  size_t value_size_ = 0;
  bool is_intact_ = true;
};

}  // namespace faiwatch
