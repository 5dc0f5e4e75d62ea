#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/text.h"
#include "core/version.h"
#include "hal/crypto.h"

namespace faiwatch {

/// What the server offers as firmware; docs/device-protocol.md, "Firmware updates".
struct Manifest {
  VersionText version;
  uint32_t size = 0;
  uint8_t sha256[32] = {};
  /// ECDSA P-256, DER.
  uint8_t signature[72] = {};
  size_t signature_length = 0;
  FixedText<200> url;
};

bool parseManifest(TextView body, Manifest& out);

/// Whether the release key signed this version, size and digest for this board. Neither the server nor anybody in
/// between can then give a board an image that was made for another board or by somebody else.
bool isSigned(const Manifest& manifest, TextView board, hal::Crypto& crypto);

}  // namespace faiwatch
