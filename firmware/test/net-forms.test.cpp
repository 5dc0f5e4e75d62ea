#include "core/dns.h"
#include "core/form.h"
#include "core/portal-request.h"
#include "support/check.h"

#include <string.h>

#include <vector>

using namespace faiwatch;

namespace {

std::string fieldsOf(const std::string& body) {
  FormReader reader({body.data(), body.size()});
  std::string all;
  while (reader.next()) {
    all += check::plain(reader.name()) + ":" + check::plain(reader.value()) +
           (reader.isIntact() ? ";" : "!");
  }
  return all;
}

struct Parsed {
  RequestParse result;
  hal::PortalRequest request;
  std::vector<char> buffer;
  std::string text() const {
    return std::string(request.path) + "|" + request.host + "|" + request.accept_language + "|" +
           std::string(request.body, request.body_length);
  }
};

Parsed parse(const std::string& bytes) {
  Parsed parsed;
  parsed.request = {hal::PortalMethod::Other, "", "", "", "", 0};
  parsed.buffer.assign(bytes.begin(), bytes.end());
  parsed.buffer.push_back('#');
  parsed.result = parsePortalRequest(parsed.buffer.data(), bytes.size(), parsed.request);
  return parsed;
}

/// A query for one name, as a phone sends it.
std::string query(const std::string& name, uint16_t type = 1) {
  std::string message("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
  size_t at = 0;
  while (at <= name.size()) {
    const size_t dot = std::min(name.find('.', at), name.size());
    message += static_cast<char>(dot - at);
    message += name.substr(at, dot - at);
    at = dot + 1;
  }
  message += std::string("\0", 1);
  message += static_cast<char>(type >> 8);
  message += static_cast<char>(type & 255);
  message += std::string("\x00\x01", 2);
  return message;
}

std::string answerTo(const std::string& message, size_t capacity = 512) {
  std::vector<uint8_t> answer(capacity);
  const size_t length = answerDns(reinterpret_cast<const uint8_t*>(message.data()), message.size(),
                                  answer.data(), capacity);
  return {reinterpret_cast<char*>(answer.data()), length};
}

}  // namespace

TEST("a form is read field by field") {
  CHECK_EQ(fieldsOf("a=1&b=two+words&c=%E0%B9%84%E0%B8%9F&d"), "a:1;b:two words;c:ไฟ;d:;");
  CHECK_EQ(fieldsOf("&&a=b=c&"), "a:b=c;");
  CHECK_EQ(fieldsOf(""), "");
  CHECK_EQ(fieldsOf("p=100%&q=%zz&r=%4"), "p:100%;q:%zz;r:%4;");
  CHECK_EQ(fieldsOf("a%3Db=c%26d"), "a=b:c&d;");
}

TEST("a field that is too long or no UTF-8 is told from others") {
  CHECK_EQ(fieldsOf("a=" + std::string(201, 'x') + "&b=1"), "a:" + std::string(200, 'x') + "!b:1;");
  CHECK_EQ(fieldsOf(std::string(33, 'n') + "=1"), std::string(32, 'n') + ":1!");
  CHECK_EQ(fieldsOf("a=%ff"), "a:\xff!");
}

TEST("a request is read whole, its texts in place") {
  const Parsed get =
      parse("GET /en?x=1 HTTP/1.1\r\nHost: 4.3.2.1\r\naccept-language: th, en\r\n\r\n");
  CHECK_EQ(get.result, RequestParse::Complete);
  CHECK_EQ(get.request.method, hal::PortalMethod::Get);
  CHECK_EQ(get.text(), "/en|4.3.2.1|th, en|");
  const Parsed post = parse("POST /save HTTP/1.0\r\nHOST:x\r\nContent-Length: 3\r\n\r\na=bGET");
  CHECK_EQ(post.result, RequestParse::Complete);
  CHECK_EQ(post.request.method, hal::PortalMethod::Post);
  CHECK_EQ(post.text(), "/save|x||a=b");
  CHECK_EQ(parse("HEAD / HTTP/1.1\r\n\r\n").request.method, hal::PortalMethod::Head);
  CHECK_EQ(parse("BREW / HTTP/1.1\r\n\r\n").request.method, hal::PortalMethod::Other);
}

TEST("a request to a proxy's form of address is read, too") {
  const Parsed with_path =
      parse("GET http://a.example/generate_204 HTTP/1.1\r\nHost: a.example\r\n\r\n");
  CHECK_EQ(with_path.text(), "/generate_204|a.example||");
  const Parsed without = parse("GET http://a.example HTTP/1.1\r\nHost: a.example\r\n\r\n");
  CHECK_EQ(without.text(), "/|a.example||");
}

TEST("a request is incomplete up to its last byte, and untouched until then") {
  const std::string whole =
      "POST /save HTTP/1.1\r\nHost: 4.3.2.1\r\nContent-Length: 5\r\n\r\na=b&c";
  for (size_t length = 0; length < whole.size(); length++) {
    const Parsed parsed = parse(whole.substr(0, length));
    CHECK_EQ(parsed.result, RequestParse::Incomplete);
    CHECK(memcmp(parsed.buffer.data(), whole.data(), length) == 0);
  }
  CHECK_EQ(parse(whole).result, RequestParse::Complete);
}

TEST("what is no request is malformed") {
  for (const char* bad :
       {"\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", " / HTTP/1.1\r\n\r\n", "GET / HTTP/2\r\n\r\n",
        "GET x HTTP/1.1\r\n\r\n", "GET  HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\n: x\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\rHost: x\r\n\r\n"}) {
    check::setContext(bad);
    CHECK_EQ(parse(bad).result, RequestParse::Malformed);
  }
  CHECK_EQ(parse(std::string("GET /\0x HTTP/1.1\r\n\r\n", 21)).result, RequestParse::Malformed);
  CHECK_EQ(parse(std::string("GET / HTTP/1.1\r\nHost: \0\r\n\r\n", 27)).result,
           RequestParse::Malformed);
}

TEST("a request that cannot fit is too large") {
  CHECK_EQ(parse("GET / HTTP/1.1\r\nX: " + std::string(5'000, 'x')).result, RequestParse::TooLarge);
  CHECK_EQ(parse("POST / HTTP/1.1\r\nContent-Length: 4096\r\n\r\n").result, RequestParse::TooLarge);
  CHECK_EQ(parse("GET / HTTP/1.1\r\nX: " + std::string(5'000, 'x') + "\r\n\r\n").result,
           RequestParse::TooLarge);
}

TEST("every name is at 4.3.2.1") {
  const std::string asked = query("connectivitycheck.gstatic.com");
  const std::string answer = answerTo(asked);
  CHECK_EQ(answer.size(), asked.size() + 16);
  CHECK_EQ(answer.substr(0, 2), "\x12\x34");
  CHECK_EQ(static_cast<uint8_t>(answer[2]), 0x85);
  CHECK_EQ(static_cast<uint8_t>(answer[3]), 0x80);
  CHECK_EQ(answer[7], 1);
  CHECK_EQ(answer.substr(answer.size() - 4), "\x04\x03\x02\x01");
}

TEST("other types of record do not exist, which is said at once") {
  const std::string answer = answerTo(query("example.com", 28));
  CHECK_EQ(answer.size(), query("example.com", 28).size());
  CHECK_EQ(answer[7], 0);
}

TEST("what is no plain query is not answered") {
  const std::string good = query("example.com");
  for (size_t length = 0; length < good.size(); length++)
    CHECK_EQ(answerTo(good.substr(0, length)), "");
  std::string response = good;
  response[2] = static_cast<char>(0x81);
  CHECK_EQ(answerTo(response), "");
  std::string two = good;
  two[5] = 2;
  CHECK_EQ(answerTo(two), "");
  std::string pointer = good;
  pointer[12] = static_cast<char>(0xc0);
  CHECK_EQ(answerTo(pointer), "");
  CHECK_EQ(answerTo(good, good.size()), "");
  std::string long_name;
  for (int i = 0; i < 60; i++) long_name += "abcd.";
  CHECK_EQ(answerTo(query(long_name + "x"), 1024), "");
}
