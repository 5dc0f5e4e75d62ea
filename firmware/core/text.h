#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace faiwatch {

/// Bytes that the caller owns. They may hold NUL and need not end with one.
class TextView {
 public:
  constexpr TextView() = default;
  constexpr TextView(const char* data, size_t size) : data_(data), size_(size) {}
  /// From a text that ends with NUL.
  TextView(const char* text) : data_(text), size_(strlen(text)) {}

  constexpr const char* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr char operator[](size_t index) const { return data_[index]; }

  /// From `from` on, at most `count` bytes; empty when there is nothing.
  TextView substr(size_t from, size_t count = SIZE_MAX) const;
  /// Position of the first `wanted` at or after `from`; SIZE_MAX: none.
  size_t find(char wanted, size_t from = 0) const;
  bool startsWith(TextView prefix) const;
  /// Without spaces and tabs at both ends.
  TextView trimmed() const;

 private:
  const char* data_ = "";
  size_t size_ = 0;
};

bool operator==(TextView a, TextView b);
inline bool operator!=(TextView a, TextView b) { return !(a == b); }

/// Compares ASCII letters without regard to case.
bool equalsIgnoringCase(TextView a, TextView b);

/// Copies a text into a buffer of fixed size; cuts what does not fit and always ends with NUL.
void copyText(char* out, size_t capacity, TextView text);

/// Whole decimal digits only: no sign, no spaces.
/// @returns false for anything else, and for a number above `max`
bool parseUnsigned(TextView digits, uint64_t max, uint64_t& out);

/// A text of its own, at most N bytes, ended with NUL.
template <size_t N>
class FixedText {
 public:
  static constexpr size_t kCapacity = N;

  FixedText() = default;

  /// @returns false, and leaves it as it is, when the text is longer than N bytes
  bool assign(TextView text) {
    if (text.size() > N) return false;
    memmove(data_, text.data(), text.size());
    data_[text.size()] = '\0';
    size_ = text.size();
    return true;
  }
  void clear() {
    data_[0] = '\0';
    size_ = 0;
  }

  const char* c_str() const { return data_; }
  TextView view() const { return {data_, size_}; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  char data_[N + 1] = {};
  size_t size_ = 0;
};

/// Appends to a buffer that the caller owns. Text that does not fit is left out, and ok() then returns false. The
/// buffer always ends with NUL.
class TextWriter {
 public:
  /// @param capacity with the NUL; at least 1
  TextWriter(char* buffer, size_t capacity) : buffer_(buffer), capacity_(capacity) {
    buffer_[0] = '\0';
  }

  TextWriter& add(TextView text);
  TextWriter& add(char character) { return add(TextView(&character, 1)); }
  TextWriter& addUnsigned(uint64_t value);
  TextWriter& addSigned(int64_t value);
  /// Lower case, exactly `digits` of them.
  TextWriter& addHex(uint64_t value, unsigned digits);

  bool ok() const { return ok_; }
  size_t size() const { return size_; }
  TextView view() const { return {buffer_, size_}; }

 private:
  char* buffer_;
  size_t capacity_;
  size_t size_ = 0;
  bool ok_ = true;
};

}  // namespace faiwatch
