#include "core/server-url.h"

namespace faiwatch {

namespace {

bool isHostCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

bool isPathCharacter(char c) {
  return isHostCharacter(c) || c == '/' || c == '~' || c == '+' || c == '%';
}

bool holdsOnly(TextView text, bool (*allowed)(char)) {
  for (size_t i = 0; i < text.size(); i++) {
    if (!allowed(text[i])) return false;
  }
  return true;
}

bool isAddress6Character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' ||
         c == '.';
}

/// `host`, `host:port`, `[address]` or `[address]:port`.
bool splitAuthority(TextView authority, TextView& host, TextView& port) {
  size_t end = authority.find(':');
  if (authority.startsWith("[")) {
    end = authority.find(']');
    if (end == SIZE_MAX) return false;
    host = authority.substr(1, end - 1);
    port = authority.substr(end + 1);
    if (!port.empty() && port[0] != ':') return false;
    return !host.empty() && holdsOnly(host, isAddress6Character);
  }
  host = authority.substr(0, end);
  port = end == SIZE_MAX ? TextView() : authority.substr(end);
  return !host.empty() && holdsOnly(host, isHostCharacter);
}

/// Four decimal numbers without leading zeros. Resolvers read other forms differently, so they are refused.
bool parseAddress4(TextView text, uint8_t (&out)[4]) {
  for (size_t i = 0; i < 4; i++) {
    const size_t end = text.find('.');
    if ((end == SIZE_MAX) != (i == 3)) return false;
    const TextView digits = text.substr(0, end);
    uint64_t number = 0;
    if (!parseUnsigned(digits, 255, number) || (digits.size() > 1 && digits[0] == '0')) return false;
    out[i] = static_cast<uint8_t>(number);
    text = end == SIZE_MAX ? TextView() : text.substr(end + 1);
  }
  return true;
}

bool isPrivateAddress4(const uint8_t (&address)[4]) {
  const unsigned first = address[0];
  const unsigned second = address[1];
  return first == 10 || first == 127 || (first == 172 && second >= 16 && second <= 31) ||
         (first == 192 && second == 168) || (first == 169 && second == 254);
}

/// fe80::/10, fc00::/7 and ::1. The first group needs all its digits for that.
bool isPrivateAddress6(TextView text) {
  if (text == "::1") return true;
  if (text.find(':') != 4) return false;
  const TextView start = text.substr(0, 2);
  if (equalsIgnoringCase(start, "fc") || equalsIgnoringCase(start, "fd")) return true;
  return equalsIgnoringCase(start, "fe") && TextView("89abAB").find(text[2]) != SIZE_MAX;
}

bool endsWith(TextView text, TextView end) {
  return text.size() > end.size() && equalsIgnoringCase(text.substr(text.size() - end.size()), end);
}

/// Length of `http://` or `https://` at its begin; 0: neither.
size_t schemeLength(TextView url) {
  if (equalsIgnoringCase(url.substr(0, 8), "https://")) return 8;
  if (equalsIgnoringCase(url.substr(0, 7), "http://")) return 7;
  return 0;
}

}  // namespace

bool parseServerUrl(TextView base, ServerUrl& out) {
  while (!base.empty() && base[base.size() - 1] == '/') base = base.substr(0, base.size() - 1);
  const size_t scheme = schemeLength(base);
  if (scheme == 0) return false;
  ServerUrl parsed;
  parsed.is_tls = scheme == 8;
  const TextView rest = base.substr(scheme);
  const size_t path_at = rest.find('/');
  TextView host;
  TextView port;
  if (!splitAuthority(rest.substr(0, path_at), host, port)) return false;
  uint64_t number = parsed.is_tls ? 443 : 80;
  if (!port.empty() && (!parseUnsigned(port.substr(1), 65535, number) || number == 0)) return false;
  parsed.port = static_cast<uint16_t>(number);
  parsed.path_at = path_at == SIZE_MAX ? base.size() : scheme + path_at;
  if (!holdsOnly(base.substr(parsed.path_at), isPathCharacter)) return false;
  if (!parsed.host.assign(host) || !parsed.base.assign(base)) return false;
  out = parsed;
  return true;
}

bool isOnPrivateNetwork(const ServerUrl& server) {
  const TextView host = server.host.view();
  if (host.find(':') != SIZE_MAX) return isPrivateAddress6(host);
  uint8_t address[4];
  if (parseAddress4(host, address)) return isPrivateAddress4(address);
  return equalsIgnoringCase(host, "localhost") || endsWith(host, ".local");
}

bool buildUrl(const ServerUrl& server, TextView path, char* out, size_t capacity) {
  TextWriter writer(out, capacity);
  if (schemeLength(path) == 0) {
    writer.add(server.base.view());
    if (!path.startsWith("/")) writer.add('/');
  }
  writer.add(path);
  return writer.ok();
}

bool isOnServer(const ServerUrl& server, TextView url) {
  if (!url.startsWith(server.base.view())) return false;
  const TextView rest = url.substr(server.base.size());
  return rest.empty() || rest[0] == '/' || rest[0] == '?';
}

}  // namespace faiwatch
