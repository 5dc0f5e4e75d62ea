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
