#include "core/portal-request.h"

#include <string.h>

#include "core/text.h"

namespace faiwatch {

namespace {

/// Offset behind the empty line that ends the head; 0: it is not there yet.
size_t findHeadEnd(TextView text) {
  for (size_t i = 0; i + 3 < text.size(); i++) {
    if (memcmp(text.data() + i, "\r\n\r\n", 4) == 0) return i + 4;
  }
  return 0;
}

hal::PortalMethod methodOf(TextView word) {
  if (word == "GET") return hal::PortalMethod::Get;
  if (word == "HEAD") return hal::PortalMethod::Head;
  if (word == "POST") return hal::PortalMethod::Post;
  return hal::PortalMethod::Other;
}

/// What the head says, found before anything is written into the buffer.
struct Head {
  hal::PortalMethod method = hal::PortalMethod::Other;
  TextView path;
  TextView host;
  TextView accept_language;
  size_t content_length = 0;
};

bool readRequestLine(TextView line, Head& head) {
  const size_t method_end = line.find(' ');
  if (method_end == SIZE_MAX || method_end == 0) return false;
  const size_t target_end = line.find(' ', method_end + 1);
  if (target_end == SIZE_MAX) return false;
  if (!line.substr(target_end + 1).startsWith("HTTP/1.")) return false;
  TextView target = line.substr(method_end + 1, target_end - method_end - 1);
  if (target.startsWith("http://")) {
    const size_t path_at = target.find('/', 7);
    target = path_at == SIZE_MAX ? TextView("/") : target.substr(path_at);
  }
  if (!target.startsWith("/")) return false;
  head.method = methodOf(line.substr(0, method_end));
  head.path = target.substr(0, target.find('?'));
  return head.path.find('\0') == SIZE_MAX;
}

bool readHeader(TextView line, Head& head) {
  const size_t colon = line.find(':');
  if (colon == SIZE_MAX || colon == 0) return false;
  const TextView name = line.substr(0, colon);
  const TextView value = line.substr(colon + 1).trimmed();
  if (value.find('\0') != SIZE_MAX) return false;
  if (equalsIgnoringCase(name, "host")) head.host = value;
  if (equalsIgnoringCase(name, "accept-language")) head.accept_language = value;
  if (equalsIgnoringCase(name, "transfer-encoding")) return false;
  if (equalsIgnoringCase(name, "content-length")) {
    uint64_t length = 0;
    if (!parseUnsigned(value, UINT32_MAX, length)) return false;
    head.content_length = static_cast<size_t>(length);
  }
  return true;
}

bool readHead(TextView text, Head& head) {
  bool is_first = true;
  while (!text.empty()) {
    const size_t end = text.find('\r');
    if (text.substr(end + 1, 1) != "\n") return false;
    const TextView line = text.substr(0, end);
    text = text.substr(end + 2);
    if (line.empty()) return !is_first;
    if (!(is_first ? readRequestLine(line, head) : readHeader(line, head))) return false;
    is_first = false;
  }
  return false;
}

/// Ends a part of the buffer with NUL; the byte behind it belongs to a separator.
const char* terminate(char* buffer, TextView part) {
  if (part.empty()) return "";
  const auto begin = static_cast<size_t>(part.data() - buffer);
  buffer[begin + part.size()] = '\0';
  return buffer + begin;
}

}  // namespace

RequestParse parsePortalRequest(char* buffer, size_t length, hal::PortalRequest& out) {
  const TextView text(buffer, length);
  const size_t head_end = findHeadEnd(text);
  if (head_end == 0) {
    return length >= hal::kPortalRequestBytes ? RequestParse::TooLarge : RequestParse::Incomplete;
  }
  Head head;
  if (!readHead(text.substr(0, head_end), head)) return RequestParse::Malformed;
  if (head_end > hal::kPortalRequestBytes ||
      head.content_length > hal::kPortalRequestBytes - head_end) {
    return RequestParse::TooLarge;
  }
  if (length - head_end < head.content_length) return RequestParse::Incomplete;
  out.method = head.method;
  out.body = buffer + head_end;
  out.body_length = head.content_length;
  buffer[head_end + head.content_length] = '\0';
  const bool is_root = head.path.data() < buffer || head.path.data() >= buffer + length;
  out.path = is_root ? "/" : terminate(buffer, head.path);
  out.host = terminate(buffer, head.host);
  out.accept_language = terminate(buffer, head.accept_language);
  return RequestParse::Complete;
}

}  // namespace faiwatch
