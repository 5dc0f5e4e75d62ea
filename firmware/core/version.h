#pragma once

#include <stdint.h>

#include "core/text.h"

namespace faiwatch {

/// `major.minor.patch`, perhaps with `-` and a word that marks a pre-release (semver.org, 2.0.0).
using VersionText = FixedText<31>;

bool isVersion(TextView text);
/// Both must be versions. The words behind a dash are compared as ASCII text.
bool isNewer(TextView candidate, TextView than);

}  // namespace faiwatch
