#pragma once

#include <stdint.h>

#include "core/config.h"
#include "core/protocol.h"
#include "hal/wifi.h"

namespace faiwatch {

enum class Language : uint8_t { Thai, English };

/// Thai unless the browser prefers English.
/// @param accept_language the header, perhaps empty
Language chooseLanguage(const char* accept_language);

/// The words of the set-up portal. UTF-8, no markup.
struct PortalTexts {
  const char* code;
  const char* other_code;
  const char* other_language;
  const char* title;
  const char* intro;
  const char* network;
  const char* choose_network;
  const char* other_network;
  const char* search_again;
  const char* searching;
  const char* password;
  const char* keep_hint;
  const char* key;
  const char* phone;
  const char* server;
  const char* mains_input;
  const char* present_key;
  const char* present_key_hint;
  const char* allow_plain;
  const char* allow_plain_hint;
  const char* own_authority;
  const char* own_authority_hint;
  const char* forget_authority;
  const char* wifi_only;
  const char* save;
  const char* saved_title;
  const char* saved_text;
  const char* invalid;
  const char* missing;
  const char* typed_again;
  const char* not_encrypted;
  const char* no_proof;
  const char* not_stored;
  const char* not_found;
  const char* back;
};
const PortalTexts& textsOf(Language language);

/// What a field is called on the page.
const char* labelOf(const PortalTexts& texts, ConfigField field);
/// How a board senses the mains, in the words of whoever wired it.
const char* describeMainsInput(Language language, hal::MainsInputKind kind);
/// Why the network could not be joined; null: there is nothing to say.
const char* explainWifi(Language language, hal::WifiFailure failure);
/// Why the server refuses the device.
const char* explainRefusal(Language language, ServerCode code);

}  // namespace faiwatch
