#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

/// By what the certificates of servers are taken, in all connections with TLS.
class Trust {
 public:
  /// An authority that is believed besides the platform's, from the next connection on.
  /// @param der its certificate, which need not stay; length 0: there is none
  /// @returns false when it is no certificate; nothing has changed then
  virtual bool setAuthority(const uint8_t* der, size_t length) = 0;
  /// The time of day. From now on a certificate that has run out is refused. Until it is said for the first
  /// time none is, since a board starts without a clock; those accepted so far are judged now.
  ///
  /// That a certificate is not valid yet is never held against it: that speaks of a wrong clock.
  /// @returns false when one of them had run out; what came over those connections is not to be believed
  virtual bool setTime(int64_t epoch_ms) = 0;
  /// The time is doubted: as before it was said.
  virtual void forgetTime() = 0;

 protected:
  ~Trust() = default;
};

}  // namespace faiwatch::hal
