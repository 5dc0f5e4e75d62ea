#include "core/json-reader.h"

#include "core/encodings.h"

namespace faiwatch {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Four hex digits; -1: they are none.
int32_t readHex4(TextView text, size_t at) {
  if (text.size() - at < 4) return -1;
  int32_t value = 0;
  for (size_t i = at; i < at + 4; i++) {
    const int digit = hexValue(text[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

char plainEscape(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case '"':
    case '\\':
    case '/':
      return c;
    default:
      return '\0';
  }
}

}  // namespace

JsonToken JsonReader::next() {
  if (failed_) return JsonToken::Error;
  skipSpace();
  switch (expect_) {
    case Expect::Nothing:
      return at_ == text_.size() ? JsonToken::End : fail();
    case Expect::Value:
      return readValue();
    case Expect::ValueOrEnd:
      return peek() == ']' ? close(']') : readValue();
    case Expect::KeyOrEnd:
      return peek() == '}' ? close('}') : readKey();
    case Expect::Key:
      return readKey();
    case Expect::CommaOrEnd:
      break;
  }
  const char c = peek();
  if (c != ',') return close(isInObject() ? '}' : ']');
  at_++;
  skipSpace();
  return isInObject() ? readKey() : readValue();
}

bool JsonReader::decode(char* out, size_t capacity) const {
  TextWriter writer(out, capacity);
  for (size_t i = 0; i < raw_.size(); i++) {
    if (raw_[i] != '\\') {
      writer.add(raw_[i]);
      continue;
    }
    i++;
    if (raw_[i] != 'u') {
      writer.add(plainEscape(raw_[i]));
      continue;
    }
    auto code_point = static_cast<uint32_t>(readHex4(raw_, i + 1));
    i += 4;
    if (code_point >= 0xd800 && code_point <= 0xdbff) {
      if (!raw_.substr(i + 1).startsWith("\\u")) return false;
      const auto low = static_cast<uint32_t>(readHex4(raw_, i + 3));
      if (low < 0xdc00 || low > 0xdfff) return false;
      code_point = 0x10000 + ((code_point - 0xd800) << 10) + (low - 0xdc00);
      i += 6;
    } else if (code_point == 0 || (code_point >= 0xdc00 && code_point <= 0xdfff)) {
      return false;
    }
    char utf8[4];
    writer.add(TextView(utf8, encodeUtf8(code_point, utf8)));
  }
  return writer.ok() && isUtf8(writer.view());
}

bool JsonReader::skip(JsonToken last) {
  if (last == JsonToken::Key) last = next();
  if (last == JsonToken::Error) return false;
  if (last != JsonToken::BeginObject && last != JsonToken::BeginArray) return true;
  const unsigned outside = depth_ - 1;
  while (depth_ > outside) {
    if (next() == JsonToken::Error) return false;
  }
  return true;
}

JsonToken JsonReader::fail() {
  failed_ = true;
  raw_ = {};
  return JsonToken::Error;
}

JsonToken JsonReader::readValue() {
  const char c = peek();
  if (c == '{') return open(true);
  if (c == '[') return open(false);
  expect_ = depth_ == 0 ? Expect::Nothing : Expect::CommaOrEnd;
  if (c == '"') return readString() ? JsonToken::String : fail();
  if (c == '-' || isDigit(c)) return readNumber();
  if (c == 't') return readWord("true", JsonToken::True);
  if (c == 'f') return readWord("false", JsonToken::False);
  if (c == 'n') return readWord("null", JsonToken::Null);
  return fail();
}

JsonToken JsonReader::readKey() {
  if (peek() != '"' || !readString()) return fail();
  skipSpace();
  if (peek() != ':') return fail();
  at_++;
  expect_ = Expect::Value;
  return JsonToken::Key;
}

JsonToken JsonReader::readWord(TextView word, JsonToken token) {
  if (!text_.substr(at_).startsWith(word)) return fail();
  at_ += word.size();
  return token;
}

JsonToken JsonReader::readNumber() {
  const size_t begin = at_;
  if (peek() == '-') at_++;
  const bool begins_with_zero = peek() == '0';
  const size_t whole = readDigits();
  if (whole == 0 || (begins_with_zero && whole > 1)) return fail();
  if (peek() == '.') {
    at_++;
    if (readDigits() == 0) return fail();
  }
  if (peek() == 'e' || peek() == 'E') {
    at_++;
    if (peek() == '+' || peek() == '-') at_++;
    if (readDigits() == 0) return fail();
  }
  raw_ = text_.substr(begin, at_ - begin);
  return JsonToken::Number;
}

bool JsonReader::readString() {
  const size_t begin = ++at_;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '"') {
      raw_ = text_.substr(begin, at_ - begin);
      at_++;
      return true;
    }
    if (static_cast<uint8_t>(c) < 0x20) return false;
    if (c == '\\') {
      at_++;
      if (peek() == 'u') {
        if (readHex4(text_, at_ + 1) < 0) return false;
        at_ += 4;
      } else if (plainEscape(peek()) == '\0') {
        return false;
      }
    }
    at_++;
  }
  return false;
}

JsonToken JsonReader::open(bool is_object) {
  if (depth_ == kMaxDepth) return fail();
  at_++;
  objects_ = (objects_ & ~(1U << depth_)) | ((is_object ? 1U : 0U) << depth_);
  depth_++;
  expect_ = is_object ? Expect::KeyOrEnd : Expect::ValueOrEnd;
  return is_object ? JsonToken::BeginObject : JsonToken::BeginArray;
}

JsonToken JsonReader::close(char bracket) {
  if (peek() != bracket) return fail();
  at_++;
  depth_--;
  expect_ = depth_ == 0 ? Expect::Nothing : Expect::CommaOrEnd;
  return bracket == '}' ? JsonToken::EndObject : JsonToken::EndArray;
}

void JsonReader::skipSpace() {
  while (at_ < text_.size() &&
         (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
    at_++;
  }
}

size_t JsonReader::readDigits() {
  const size_t begin = at_;
  while (isDigit(peek())) at_++;
  return at_ - begin;
}

}  // namespace faiwatch
