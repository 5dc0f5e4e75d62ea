#pragma once

#include <stdint.h>

#include <optional>
#include <string>
#include <string_view>

namespace faiwatch::posix {

/// An absolute address in its parts.
struct HttpUrl {
  bool is_tls;
  /// A name or an address; IPv6 without brackets.
  std::string host;
  uint16_t port;
  /// With its query; at least `/`.
  std::string target;
};

/// Nothing when it is none of `http://` or `https://`.
std::optional<HttpUrl> parseHttpUrl(std::string_view text);

}  // namespace faiwatch::posix
