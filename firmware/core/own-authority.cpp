#include "core/own-authority.h"

#include <string.h>

#include "core/crc32.h"
#include "core/encodings.h"
#include "core/form.h"
#include "core/sha256.h"

namespace faiwatch {

namespace {

constexpr const char* kKey = "server_ca";
constexpr size_t kChecksumBytes = 4;

}  // namespace

void OwnAuthority::load() {
  resetDraft();
  size_t length = 0;
  const bool is_read = store_.get(kKey, record_, sizeof record_, length) ==
                           hal::KeyValueStore::Read::Found &&
                       length > kChecksumBytes;
  size_ = is_read ? length - kChecksumBytes : 0;
  uint32_t checksum = 0;
  if (is_read) memcpy(&checksum, record_ + size_, sizeof checksum);
  is_set_ = is_read && checksum == crc32(record_, size_) && trust_.setAuthority(record_, size_);
  if (is_set_) {
    fingerprint(fingerprint_);
  } else {
    believeNone();
  }
  size_ = 0;
}

void OwnAuthority::writeFingerprint(TextWriter& out) const {
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (size_t i = 0; i < sizeof fingerprint_; i++) {
    if (i > 0) out.add(':');
    out.add(kDigits[fingerprint_[i] >> 4]).add(kDigits[fingerprint_[i] & 15]);
  }
}

void OwnAuthority::resetDraft() {
  draft_ = Draft::Nothing;
  size_ = 0;
}

void OwnAuthority::draftNone() {
  draft_ = Draft::None;
  size_ = 0;
}

bool OwnAuthority::draftPart(size_t offset, TextView base64) {
  size_t length = 0;
  if (offset > size_ || !decodeBase64(base64, record_ + offset, kMostBytes - offset, length)) {
    return false;
  }
  draft_ = Draft::Certificate;
  size_ = offset + length;
  return true;
}

bool OwnAuthority::draftForm(TextView encoded) {
  draft_ = Draft::Certificate;
  size_ = 0;
  char group[4];
  size_t in_group = 0;
  bool is_marker = false;
  bool has_ended = false;
  FormDecoder characters(encoded);
  for (char c; characters.next(c);) {
    const bool is_space = c == '\r' || c == '\n' || c == ' ' || c == '\t';
    // -----BEGIN CERTIFICATE-----, and its end, in lines of their own.
    if (is_marker || c == '-') {
      has_ended = has_ended || (!is_marker && size_ > 0);
      is_marker = c != '\n';
      continue;
    }
    if (is_space) continue;
    // Text after the end is a second certificate.
    if (has_ended) return false;
    group[in_group++] = c;
    if (in_group < sizeof group) continue;
    in_group = 0;
    size_t length = 0;
    if (!decodeBase64({group, sizeof group}, record_ + size_, kMostBytes - size_, length)) {
      return false;
    }
    size_ += length;
  }
  return in_group == 0 && size_ > 0;
}

bool OwnAuthority::isDraftChange() const {
  if (draft_ == Draft::Nothing) return false;
  if (draft_ == Draft::None || !is_set_) return is_set_ || draft_ == Draft::Certificate;
  uint8_t drafted[32];
  fingerprint(drafted);
  return memcmp(drafted, fingerprint_, sizeof drafted) != 0;
}

OwnAuthority::Saving OwnAuthority::saveDraft() {
  if (!isDraftChange()) {
    resetDraft();
    return Saving::Saved;
  }
  if (draft_ == Draft::None) return erase() ? Saving::Saved : Saving::NotStored;
  if (!trust_.setAuthority(record_, size_)) return Saving::NoCertificate;
  const uint32_t checksum = crc32(record_, size_);
  memcpy(record_ + size_, &checksum, sizeof checksum);
  if (!store_.put(kKey, record_, size_ + kChecksumBytes)) {
    load();
    return Saving::NotStored;
  }
  fingerprint(fingerprint_);
  is_set_ = true;
  has_changed_ = true;
  resetDraft();
  return Saving::Saved;
}

bool OwnAuthority::erase() {
  if (!store_.erase(kKey)) return false;
  has_changed_ = has_changed_ || is_set_;
  believeNone();
  resetDraft();
  return true;
}

bool OwnAuthority::takeChange() {
  const bool has_changed = has_changed_;
  has_changed_ = false;
  return has_changed;
}

void OwnAuthority::fingerprint(uint8_t (&out)[32]) const {
  Sha256 digest;
  digest.add(record_, size_);
  digest.finish(out);
}

void OwnAuthority::believeNone() {
  is_set_ = false;
  (void)trust_.setAuthority(nullptr, 0);
}

}  // namespace faiwatch
