#include "core/json-writer.h"

namespace faiwatch {

JsonWriter& JsonWriter::beginObject() {
  beginValue();
  out_.add('{');
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::endObject() {
  out_.add('}');
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::beginArray() {
  beginValue();
  out_.add('[');
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::endArray() {
  out_.add(']');
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(TextView name) {
  beginValue();
  addEscaped(name);
  out_.add(':');
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::text(TextView value) {
  beginValue();
  addEscaped(value);
  return *this;
}

JsonWriter& JsonWriter::number(uint64_t value) {
  beginValue();
  out_.addUnsigned(value);
  return *this;
}

JsonWriter& JsonWriter::signedNumber(int64_t value) {
  beginValue();
  out_.addSigned(value);
  return *this;
}

JsonWriter& JsonWriter::thousandths(uint32_t value) {
  beginValue();
  out_.addUnsigned(value / 1000);
  const uint32_t rest = value % 1000;
  out_.add('.').addUnsigned(rest / 100).addUnsigned(rest / 10 % 10).addUnsigned(rest % 10);
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  beginValue();
  out_.add(value ? "true" : "false");
  return *this;
}

void JsonWriter::beginValue() {
  if (needs_comma_) out_.add(',');
  needs_comma_ = true;
}

void JsonWriter::addEscaped(TextView value) {
  out_.add('"');
  for (size_t i = 0; i < value.size(); i++) {
    const char c = value[i];
    if (c == '"' || c == '\\') {
      out_.add('\\').add(c);
    } else if (static_cast<uint8_t>(c) < 0x20) {
      out_.add("\\u").addHex(static_cast<uint8_t>(c), 4);
    } else {
      out_.add(c);
    }
  }
  out_.add('"');
}

}  // namespace faiwatch
