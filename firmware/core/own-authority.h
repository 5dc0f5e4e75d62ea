#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"
#include "hal/key-value-store.h"
#include "hal/trust.h"

namespace faiwatch {

/// A certificate authority of one's own, for a server that no public one has signed: what is kept of it, and
/// the draft that is being typed. There is one draft, whoever types it, the serial line or the portal.
///
/// Whoever sets one can pass for any server to this board. It is therefore changed as the server's address is,
/// and only ever shown by its fingerprint.
class OwnAuthority {
 public:
  /// Of the certificate in DER: some 2 KB of PEM.
  static constexpr size_t kMostBytes = 1536;
  enum class Saving : uint8_t { Saved, NoCertificate, NotStored };

  OwnAuthority(hal::KeyValueStore& store, hal::Trust& trust) : store_(store), trust_(trust) {}
  OwnAuthority(const OwnAuthority&) = delete;
  OwnAuthority& operator=(const OwnAuthority&) = delete;

  /// Reads what is kept and has the platform believe it. Ends a draft.
  void load();
  bool isSet() const { return is_set_; }
  /// `AB:CD:…`, SHA-256 of the certificate as other programs show it, too.
  void writeFingerprint(TextWriter& out) const;

  void resetDraft();
  /// That there be none.
  void draftNone();
  /// A part of the certificate. Parts may come again; none may be left out.
  /// @param offset its place in DER
  /// @returns false when it does not fit there
  bool draftPart(size_t offset, TextView base64);
  /// One certificate in PEM, as a form brings it (application/x-www-form-urlencoded).
  bool draftForm(TextView encoded);
  bool hasDraft() const { return draft_ != Draft::Nothing; }
  /// Whether the draft differs from what is kept.
  bool isDraftChange() const;

  /// Makes the draft hold. Nothing changes unless it is Saved.
  Saving saveDraft();
  bool erase();
  /// Once after what holds has changed: connections made before were judged by something else.
  bool takeChange();

 private:
  enum class Draft : uint8_t { Nothing, None, Certificate };

  void fingerprint(uint8_t (&out)[32]) const;
  void believeNone();

  hal::KeyValueStore& store_;
  hal::Trust& trust_;
  bool is_set_ = false;
  bool has_changed_ = false;
  uint8_t fingerprint_[32] = {};
  Draft draft_ = Draft::Nothing;
  size_t size_ = 0;
  /// As it is stored: the certificate, and behind it its checksum.
  uint8_t record_[kMostBytes + 4];
};

}  // namespace faiwatch
