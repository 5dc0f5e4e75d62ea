#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

namespace faiwatch {

enum class JsonToken : uint8_t {
  BeginObject,
  EndObject,
  BeginArray,
  EndArray,
  Key,
  String,
  Number,
  True,
  False,
  Null,
  /// The document was whole.
  End,
  /// The text is not JSON, or nested deeper than 16. No other token follows.
  Error,
};

/// Reads a JSON document (RFC 8259) token by token, without memory of its own. For answers that may be
/// hostile: bounded in depth, strict in grammar, never reads outside the text.
class JsonReader {
 public:
  explicit JsonReader(TextView text) : text_(text) {}

  JsonToken next();
  /// Of the last Key or String, between its quotes, escapes and all; of the last Number, its digits.
  TextView raw() const { return raw_; }
  /// The last Key or String with its escapes resolved.
  /// @returns false when it does not fit, holds NUL or half a surrogate pair, or is not UTF-8
  bool decode(char* out, size_t capacity) const;
  template <size_t N>
  bool decode(FixedText<N>& out) const {
    char text[N + 1];
    return decode(text, sizeof text) && out.assign(text);
  }
  /// Whether the last Key or String, as it stands, is this; escaped forms are not looked for.
  bool is(TextView text) const { return raw_ == text; }
  /// The last Number as a whole one. False for fractions, exponents, signs and numbers above `max`.
  bool toUnsigned(uint64_t max, uint64_t& out) const { return parseUnsigned(raw_, max, out); }
  /// Having read a Key: reads past its value. Having read the beginning of an object or array: past its
  /// end. @returns false at an error
  bool skip(JsonToken last);

 private:
  enum class Expect : uint8_t { Value, ValueOrEnd, KeyOrEnd, Key, CommaOrEnd, Nothing };

  static constexpr unsigned kMaxDepth = 16;

  JsonToken fail();
  JsonToken readValue();
  JsonToken readKey();
  JsonToken readWord(TextView word, JsonToken token);
  JsonToken readNumber();
  bool readString();
  JsonToken open(bool is_object);
  JsonToken close(char bracket);
  void skipSpace();
  bool isInObject() const { return (objects_ >> (depth_ - 1)) & 1U; }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  size_t readDigits();

  TextView text_;
  TextView raw_;
  size_t at_ = 0;
  Expect expect_ = Expect::Value;
  bool failed_ = false;
  unsigned depth_ = 0;
  /// One bit per open bracket: 1 for an object.
  uint32_t objects_ = 0;
};

}  // namespace faiwatch
