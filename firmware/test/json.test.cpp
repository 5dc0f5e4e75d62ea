#include "core/json-reader.h"
#include "core/json-writer.h"
#include "support/check.h"

using namespace faiwatch;

namespace {

/// The tokens of a text as one word each, up to the end or the error.
std::string tokensOf(const std::string& text) {
  JsonReader reader({text.data(), text.size()});
  std::string all;
  for (int i = 0; i < 1000; i++) {
    const JsonToken token = reader.next();
    constexpr const char* kNames[] = {
        "{", "}", "[", "]", "key:", "string:", "number:", "true", "false", "null", "end", "error"};
    if (!all.empty()) all += ' ';
    all += kNames[static_cast<int>(token)];
    if (token == JsonToken::Key || token == JsonToken::String || token == JsonToken::Number) {
      all += check::plain(reader.raw());
    }
    if (token == JsonToken::End || token == JsonToken::Error) return all;
  }
  return "no end";
}

bool isJson(const std::string& text) {
  const std::string tokens = tokensOf(text);
  return tokens.substr(tokens.size() - 3) == "end";
}

/// The one string of a document, decoded; "!" when it cannot be.
std::string decoded(const std::string& text, size_t capacity = 32) {
  JsonReader reader({text.data(), text.size()});
  char out[64];
  if (reader.next() != JsonToken::String || !reader.decode(out, capacity)) return "!";
  return out;
}

}  // namespace

TEST("a document is read token by token") {
  CHECK_EQ(
      tokensOf(
          " { \"a\" : [ 1 , -2.5e+3 , true , false , null , \"x\" , { } , [ ] ] , \"b\" : {} } "),
      "{ key:a [ number:1 number:-2.5e+3 true false null string:x { } [ ] ] key:b { } } end");
  CHECK_EQ(tokensOf("7"), "number:7 end");
  CHECK_EQ(tokensOf("\"\""), "string: end");
}

TEST("what is no JSON is refused") {
  for (const char* bad : {"",
                          " ",
                          "{",
                          "}",
                          "[",
                          "]",
                          "[1",
                          "[1,",
                          "[1,]",
                          "[,1]",
                          "[1 2]",
                          "{\"a\"}",
                          "{\"a\":}",
                          "{\"a\":1,}",
                          "{,}",
                          "{\"a\":1 \"b\":2}",
                          "{a:1}",
                          "{1:2}",
                          "[}",
                          "{]",
                          "{\"a\":1]",
                          "01",
                          "-",
                          "+1",
                          "1.",
                          ".5",
                          "1e",
                          "1e+",
                          "--1",
                          "tru",
                          "truE",
                          "nul",
                          "\"",
                          "\"a",
                          "\"\\\"",
                          "\"\\x\"",
                          "\"\\u12\"",
                          "\"\\u12g4\"",
                          "\"\n\"",
                          "1 2",
                          "{} {}",
                          "[]]",
                          "nulll",
                          "'a'",
                          "\xef\xbb\xbf{}"}) {
    check::setContext(bad);
    CHECK(!isJson(bad));
  }
}

TEST("nothing is read after an error") {
  JsonReader reader("[x]");
  CHECK_EQ(reader.next(), JsonToken::BeginArray);
  CHECK_EQ(reader.next(), JsonToken::Error);
  CHECK_EQ(reader.next(), JsonToken::Error);
  CHECK_EQ(reader.raw(), "");
}

TEST("sixteen levels are read, seventeen are not") {
  CHECK(isJson(std::string(16, '[') + std::string(16, ']')));
  CHECK(!isJson(std::string(17, '[') + std::string(17, ']')));
  CHECK(!isJson(std::string(100'000, '[')));
}

TEST("escapes are resolved") {
  CHECK_EQ(decoded(R"("a\"\\\/\b\f\n\r\tz")"), "a\"\\/\b\f\n\r\tz");
  CHECK_EQ(decoded(R"("\u0e44\u0E1F")"), "ไฟ");
  CHECK_EQ(decoded(R"("\ud83d\ude00")"), "😀");
  CHECK_EQ(decoded("\"ไฟ\""), "ไฟ");
}

TEST("half a surrogate pair, NUL, bad UTF-8 and what is too long are not decoded") {
  for (const char* bad : {R"("\ud83d")", R"("\ud83dx")", R"("\ud83d\u0041")", R"("\ude00")",
                          R"("\u0000")", "\"\xff\""}) {
    CHECK_EQ(decoded(bad), "!");
  }
  CHECK_EQ(decoded("\"1234567\"", 8), "1234567");
  CHECK_EQ(decoded("\"12345678\"", 8), "!");
  CHECK_EQ(decoded(R"("123456\u0e44")", 8), "!");
}

TEST("a value of any kind is skipped") {
  JsonReader reader(R"({"a":{"b":[1,{"c":[]}]},"d":"x","e":[[]],"f":2,"g":3})");
  CHECK_EQ(reader.next(), JsonToken::BeginObject);
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(reader.next(), JsonToken::Key);
    CHECK(reader.skip(JsonToken::Key));
  }
  CHECK_EQ(reader.next(), JsonToken::Key);
  CHECK(reader.is("g"));
  JsonReader broken(R"({"a":[1,)");
  broken.next();
  broken.next();
  CHECK(!broken.skip(JsonToken::Key));
  JsonReader missing(R"({"a":})");
  missing.next();
  missing.next();
  CHECK(!missing.skip(JsonToken::Key));
}

TEST("whole numbers only are taken for whole numbers") {
  const auto number = [](const char* text, uint64_t max) {
    JsonReader reader(text);
    uint64_t value = 0;
    return reader.next() == JsonToken::Number && reader.toUnsigned(max, value);
  };
  CHECK(number("12", 12));
  CHECK(!number("13", 12));
  CHECK(!number("1.0", 12));
  CHECK(!number("1e1", 12));
  CHECK(!number("-1", 12));
}

TEST("a writer sets commas and escapes what must be") {
  char buffer[256];
  JsonWriter json(buffer, sizeof buffer);
  json.beginObject();
  json.key("text").text("a\"b\\c\x01ไฟ");
  json.key("list")
      .beginArray()
      .number(1)
      .signedNumber(-2)
      .boolean(true)
      .beginObject()
      .endObject()
      .endArray();
  json.key("volt").thousandths(4007).key("low").thousandths(20);
  json.endObject();
  CHECK(json.ok());
  CHECK_EQ(
      json.view(),
      "{\"text\":\"a\\\"b\\\\c\\u0001ไฟ\",\"list\":[1,-2,true,{}],\"volt\":4.007,\"low\":0.020}");
}

TEST("a writer that ran out of room says so") {
  char buffer[10];
  JsonWriter json(buffer, sizeof buffer);
  json.beginObject().key("too").text("long").endObject();
  CHECK(!json.ok());
}
