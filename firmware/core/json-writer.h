#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"

namespace faiwatch {

/// Writes JSON into a buffer of fixed size. Commas come by themselves; nesting is up to the caller.
/// Strings must be UTF-8.
class JsonWriter {
 public:
  JsonWriter(char* buffer, size_t capacity) : out_(buffer, capacity) {}

  JsonWriter& beginObject();
  JsonWriter& endObject();
  JsonWriter& beginArray();
  JsonWriter& endArray();
  JsonWriter& key(TextView name);
  JsonWriter& text(TextView value);
  JsonWriter& number(uint64_t value);
  JsonWriter& signedNumber(int64_t value);
  /// A decimal fraction: 3912 thousandths become 3.912.
  JsonWriter& thousandths(uint32_t value);
  JsonWriter& boolean(bool value);

  /// False when something did not fit; what was written is then no JSON.
  bool ok() const { return out_.ok(); }
  TextView view() const { return out_.view(); }

 private:
  void beginValue();
  void addEscaped(TextView value);

  TextWriter out_;
  bool needs_comma_ = false;
};

}  // namespace faiwatch
