#pragma once

#include <stddef.h>
#include <stdint.h>

namespace faiwatch::hal {

/// Decides which servers' certificates are accepted, for all TLS connections.
class Trust {
 public:
  /// Trusts one more authority besides the platform's, from the next connection on.
  /// @param der its certificate, which need not stay; length 0: there is none
  /// @returns false when it is no certificate; nothing changes then
  virtual bool setAuthority(const uint8_t* der, size_t length) = 0;
  /// Tells the time of day. From now on expired certificates are refused. Before the first call none is refused for
  /// its dates, since a board starts without a clock; those accepted so far are checked now.
  ///
  /// A certificate that is not valid yet is accepted: the clock is more likely to be wrong.
  /// @returns false when one of those had expired; what came over those connections cannot be trusted
  virtual bool setTime(int64_t epoch_ms) = 0;
  /// The time may be wrong: forgets it.
  virtual void forgetTime() = 0;

 protected:
  ~Trust() = default;
};

}  // namespace faiwatch::hal
