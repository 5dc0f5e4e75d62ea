#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"
#include "hal/key-value-store.h"
#include "hal/trust.h"

namespace faiwatch {

/// The owner's certificate authority, for a server that no public authority has signed: the stored one, and the
/// draft that is being typed. The serial line and the portal share the one draft.
///
/// Whoever sets an authority can pose as any server to this board. Changing it therefore takes as much as changing
/// the server's address, and only its fingerprint is shown.
class OwnAuthority {
 public:
  /// Longest certificate in DER; it is some 2 KB in PEM.
  static constexpr size_t kMostBytes = 1536;
  enum class Saving : uint8_t { Saved, NoCertificate, NotStored };

  OwnAuthority(hal::KeyValueStore& store, hal::Trust& trust) : store_(store), trust_(trust) {}
  OwnAuthority(const OwnAuthority&) = delete;
  OwnAuthority& operator=(const OwnAuthority&) = delete;

  /// Reads the stored authority and has the platform trust it. Ends a draft.
  void load();
  bool isSet() const { return is_set_; }
  /// `AB:CD:…`, SHA-256 of the certificate as other programs show it, too.
  void writeFingerprint(TextWriter& out) const;

  void resetDraft();
  /// Drafts that there be no authority.
  void draftNone();
  /// Adds a part of the certificate. Parts may be repeated; none may be left out.
  /// @param offset its place in DER
  /// @returns false when it does not fit there
  bool draftPart(size_t offset, TextView base64);
  /// Takes one certificate in PEM from a form (application/x-www-form-urlencoded).
  bool draftForm(TextView encoded);
  bool hasDraft() const { return draft_ != Draft::Nothing; }
  /// Whether the draft differs from the stored authority.
  bool isDraftChange() const;

  /// Stores the draft. Nothing changes unless it returns Saved.
  Saving saveDraft();
  bool erase();
  /// True once after a change: earlier connections were checked against another authority.
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
