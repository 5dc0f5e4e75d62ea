#include "hal_posix/http-url.h"

#include <stdlib.h>

namespace faiwatch::posix {

std::optional<HttpUrl> parseHttpUrl(std::string_view text) {
  HttpUrl url = {};
  if (text.rfind("https://", 0) == 0) {
    url.is_tls = true;
    text.remove_prefix(8);
  } else if (text.rfind("http://", 0) == 0) {
    text.remove_prefix(7);
  } else {
    return std::nullopt;
  }
  const size_t target_at = std::min(text.find_first_of("/?"), text.size());
  std::string_view authority = text.substr(0, target_at);
  url.target = text.substr(target_at);
  if (url.target.empty() || url.target[0] != '/') url.target.insert(0, 1, '/');
  const size_t bracket = authority.find(']');
  const bool is_bracketed = !authority.empty() && authority[0] == '[' && bracket != authority.npos;
  const size_t colon = authority.find(':', is_bracketed ? bracket : 0);
  url.host = is_bracketed ? authority.substr(1, bracket - 1) : authority.substr(0, colon);
  long port = url.is_tls ? 443 : 80;
  if (colon != authority.npos) port = atol(std::string(authority.substr(colon + 1)).c_str());
  if (url.host.empty() || port < 1 || port > 65535) return std::nullopt;
  url.port = static_cast<uint16_t>(port);
  return url;
}

}  // namespace faiwatch::posix
