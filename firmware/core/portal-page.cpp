#include "core/portal-page.h"

#include "core/encodings.h"

namespace faiwatch {

namespace {

constexpr size_t kMostNetworks = 20;

constexpr char kHead[] =
    "<meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width,initial-scale=1\">"
    "<style>"
    "body{margin:0 auto;max-width:26rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;"
    "background:#fff;color:#14213d}"
    "h1{font-size:1.4rem;margin:.5rem 0}label{display:block;margin:1rem 0 .25rem;font-weight:600}"
    "input,select,textarea,button{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.5rem;"
    "font:inherit;border:1px solid #6b7280;border-radius:.5rem;background:#fff;color:inherit}"
    "button{margin-top:1.5rem;border:0;background:#9a3412;color:#fff;font-weight:600}"
    "input[type=checkbox]{width:auto;min-height:0}"
    "small{color:#4b5563}.bad{padding:.5rem .75rem;border-left:4px solid "
    "#b91c1c;background:#fef2f2}"
    "@media(prefers-color-scheme:dark){body,input,select,textarea{background:#111827;color:#f3f4f6}"
    "small{color:#d1d5db}.bad{background:#450a0a}a{color:#93c5fd}}"
    "</style>";

/// Writes untrusted text into a page, escaped.
class Html {
 public:
  explicit Html(hal::PortalReply& reply) : reply_(reply) {}

  Html& raw(TextView text) {
    reply_.write(text.data(), text.size());
    return *this;
  }
  Html& text(TextView text) {
    for (size_t i = 0; i < text.size(); i++) {
      const char* escaped = escape(text[i]);
      if (escaped == nullptr) {
        reply_.write(&text.data()[i], 1);
      } else {
        raw(escaped);
      }
    }
    return *this;
  }

 private:
  static const char* escape(char c) {
    switch (c) {
      case '&':
        return "&amp;";
      case '<':
        return "&lt;";
      case '>':
        return "&gt;";
      case '"':
        return "&quot;";
      case '\'':
        return "&#39;";
      default:
        return nullptr;
    }
  }

  hal::PortalReply& reply_;
};

void beginPage(Html& html, const PortalTexts& texts, TextView title, TextView more_head = {}) {
  html.raw("<!doctype html><html lang=\"").raw(texts.code).raw("\"><head><title>").text(title);
  html.raw("</title>").raw(kHead).raw(more_head).raw("</head><body><h1>").text(title);
  html.raw("</h1>");
}

const char* explainProblem(const PortalTexts& texts, FormProblem::Kind kind) {
  switch (kind) {
    case FormProblem::Kind::None:
      break;
    case FormProblem::Kind::Invalid:
      return texts.invalid;
    case FormProblem::Kind::Missing:
      return texts.missing;
    case FormProblem::Kind::NotTypedAgain:
      return texts.typed_again;
    case FormProblem::Kind::NotEncrypted:
      return texts.not_encrypted;
    case FormProblem::Kind::NoProof:
      return texts.no_proof;
    case FormProblem::Kind::WifiOnly:
      return texts.wifi_only;
    case FormProblem::Kind::NotStored:
      return texts.not_stored;
  }
  return "";
}

bool isAboutField(FormProblem::Kind kind) {
  return kind == FormProblem::Kind::Invalid || kind == FormProblem::Kind::Missing ||
         kind == FormProblem::Kind::NotTypedAgain;
}

void writeProblem(Html& html, const PortalTexts& texts, const FormProblem& problem) {
  if (problem.kind == FormProblem::Kind::None) return;
  html.raw("<p class=\"bad\" role=\"alert\">");
  if (isAboutField(problem.kind)) html.text(labelOf(texts, problem.field)).raw(": ");
  html.text(explainProblem(texts, problem.kind)).raw("</p>");
}

void writeStanding(Html& html, Language language, const PortalStatus& status) {
  const char* wifi = explainWifi(language, status.wifi_failure);
  if (wifi != nullptr) html.raw("<p class=\"bad\">").text(wifi).raw("</p>");
  if (status.is_refused) {
    html.raw("<p class=\"bad\">").text(explainRefusal(language, status.refusal)).raw("</p>");
  }
}

/// @param is_set the field has a value that is not shown; leaving it empty keeps the value
void writeInput(Html& html, const PortalTexts& texts, ConfigField field, TextView attributes,
                TextView value, bool is_set) {
  const TextView name = fieldName(field);
  html.raw("<label for=\"").raw(name).raw("\">").text(labelOf(texts, field)).raw("</label>");
  html.raw("<input id=\"").raw(name).raw("\" name=\"").raw(name).raw("\" autocomplete=\"off\" ");
  html.raw(attributes).raw(" value=\"").text(value).raw("\">");
  if (is_set) html.raw("<small>").text(texts.keep_hint).raw("</small>");
}

void beginNetworks(Html& html, const PortalTexts& texts, const PortalStatus& status) {
  html.raw("<label for=\"n\">").text(texts.network);
  html.raw("</label><select id=\"n\" name=\"network\"><option value=\"\">");
  html.text(texts.choose_network).raw("</option>");
  // The saved network comes first and is listed even when it is out of reach.
  const TextView current = status.config->wifi_ssid.view();
  if (current.empty()) return;
  html.raw("<option value=\"").text(current).raw("\" selected>").text(current).raw("</option>");
}

/// @returns false when there is no network left
bool writeNetwork(Html& html, PortalPage& page, const PortalStatus& status, const hal::Wifi& wifi) {
  while (page.network < wifi.networkCount() && page.listed < kMostNetworks) {
    hal::WifiNetwork network;
    if (!wifi.network(page.network++, network)) continue;
    const TextView ssid(network.ssid);
    // A name that cannot be written into the form could not come back from it.
    if (ssid.empty() || !isUtf8(ssid) || holdsControl(ssid)) continue;
    page.listed++;
    if (ssid == status.config->wifi_ssid.view()) continue;
    html.raw("<option value=\"").text(ssid).raw("\">").text(ssid);
    html.raw(network.is_open ? "" : " &#128274;").raw("</option>");
    return true;
  }
  return false;
}

void endNetworks(Html& html, const PortalTexts& texts, const PortalStatus& status) {
  html.raw("</select><small><a href=\"/scan\">").text(texts.search_again).raw("</a></small>");
  html.raw("<label for=\"o\">").text(texts.other_network).raw("</label>");
  html.raw(
      "<input id=\"o\" name=\"wifi_ssid\" maxlength=\"32\" autocapitalize=\"none\" "
      "autocomplete=\"off\">");
  writeInput(html, texts, ConfigField::WifiPass, "type=\"password\" maxlength=\"64\"", "",
             !status.config->wifi_pass.empty());
}

void writeMainsInputs(Html& html, Language language, hal::MainsInputKind current,
                      const ConfigRules& rules) {
  const TextView name = fieldName(ConfigField::MainsInput);
  html.raw("<label for=\"").raw(name).raw("\">").text(textsOf(language).mains_input);
  html.raw("</label><select id=\"").raw(name).raw("\" name=\"").raw(name).raw("\">");
  constexpr hal::MainsInputKind kKinds[] = {
      hal::MainsInputKind::None, hal::MainsInputKind::Optocoupler, hal::MainsInputKind::Vbus,
      hal::MainsInputKind::Battery};
  for (const hal::MainsInputKind kind : kKinds) {
    if (!rules.canSense(kind)) continue;
    html.raw("<option value=\"").raw(mainsInputName(kind));
    html.raw(kind == current ? "\" selected>" : "\">");
    html.text(describeMainsInput(language, kind)).raw("</option>");
  }
  html.raw("</select>");
}

void writePresentKey(Html& html, const PortalTexts& texts) {
  html.raw("<label for=\"p\">").text(texts.present_key).raw("</label><input id=\"p\" ");
  html.raw("name=\"present_key\" type=\"password\" maxlength=\"40\" autocomplete=\"off\">");
  html.raw("<small>").text(texts.present_key_hint).raw("</small>");
}

void writeAllowPlain(Html& html, const PortalTexts& texts) {
  html.raw("<label><input type=\"checkbox\" name=\"allow_plain\" value=\"yes\"> ");
  html.text(texts.allow_plain).raw("</label><small>").text(texts.allow_plain_hint);
  html.raw("</small>");
}

void writeIntroduction(Html& html, const PortalPage& page, const PortalStatus& status) {
  const PortalTexts& texts = textsOf(page.language);
  html.raw("<p><a href=\"/").raw(texts.other_code).raw("\" hreflang=\"").raw(texts.other_code);
  html.raw("\">").text(texts.other_language).raw("</a></p><p>").text(texts.intro).raw("</p>");
  writeProblem(html, texts, page.problem);
  writeStanding(html, page.language, status);
  const bool is_said = page.problem.kind == FormProblem::Kind::WifiOnly;
  if (status.rights == PortalRights::WifiOnly && !is_said) {
    html.raw("<p>").text(texts.wifi_only).raw("</p>");
  }
  html.raw("<form method=\"post\" action=\"/save\"><input type=\"hidden\" name=\"lang\" value=\"");
  html.raw(texts.code).raw("\">");
  beginNetworks(html, texts, status);
}

/// The fields that a stranger near the board must not change.
void writeOwner(Html& html, const PortalTexts& texts, const PortalStatus& status) {
  if (status.rights == PortalRights::WithProof) writePresentKey(html, texts);
  writeInput(
      html, texts, ConfigField::ActivationKey,
      "maxlength=\"40\" autocapitalize=\"characters\" placeholder=\"XXXXX-XXXXX-XXXXX-XXXXX\"", "",
      !status.config->activation_key.empty());
  writeInput(html, texts, ConfigField::CustomerPhone, "type=\"tel\" maxlength=\"32\"", "",
             !status.config->customer_phone.empty());
}

void writeServer(Html& html, const PortalTexts& texts, const PortalStatus& status) {
  writeInput(html, texts, ConfigField::ServerUrl, "type=\"url\" maxlength=\"128\"",
             status.config->server_url.view(), false);
  writeAllowPlain(html, texts);
}

void writeAuthority(Html& html, const PortalTexts& texts, const OwnAuthority& authority) {
  html.raw("<label for=\"a\">").text(texts.own_authority).raw("</label>");
  html.raw("<textarea id=\"a\" name=\"server_ca\" rows=\"3\" maxlength=\"2200\" ");
  html.raw("autocomplete=\"off\" placeholder=\"-----BEGIN CERTIFICATE-----\"></textarea><small>");
  html.text(texts.own_authority_hint).raw("</small>");
  if (!authority.isSet()) return;
  char fingerprint[96];
  TextWriter writer(fingerprint, sizeof fingerprint);
  authority.writeFingerprint(writer);
  html.raw("<br><small style=\"overflow-wrap:anywhere\">SHA-256 ").text(writer.view());
  html.raw("</small><label><input type=\"checkbox\" name=\"no_server_ca\" value=\"yes\"> ");
  html.text(texts.forget_authority).raw("</label>");
}

/// The pieces of the form, in their order.
enum class FormPiece : uint8_t {
  Head,
  Introduction,
  Networks,
  Wifi,
  Owner,
  Server,
  Authority,
  Mains,
  End,
};

/// @returns false when the page is whole
bool writeForm(Html& html, PortalPage& page, const PortalStatus& status, const hal::Wifi& wifi,
               const ConfigRules& rules) {
  const PortalTexts& texts = textsOf(page.language);
  const bool is_wifi_only = status.rights == PortalRights::WifiOnly;
  const auto piece = static_cast<FormPiece>(page.piece);
  if (piece != FormPiece::Networks) page.piece++;
  switch (piece) {
    case FormPiece::Head:
      beginPage(html, texts, texts.title);
      return true;
    case FormPiece::Introduction:
      writeIntroduction(html, page, status);
      return true;
    case FormPiece::Networks:
      if (!writeNetwork(html, page, status, wifi)) page.piece++;
      return true;
    case FormPiece::Wifi:
      endNetworks(html, texts, status);
      return true;
    case FormPiece::Owner:
      if (!is_wifi_only) writeOwner(html, texts, status);
      return true;
    case FormPiece::Server:
      if (!is_wifi_only) writeServer(html, texts, status);
      return true;
    case FormPiece::Authority:
      if (!is_wifi_only) writeAuthority(html, texts, *status.authority);
      return true;
    case FormPiece::Mains:
      if (!is_wifi_only) writeMainsInputs(html, page.language, page.mains_input, rules);
      return true;
    case FormPiece::End:
      html.raw("<button>").text(texts.save).raw("</button></form><p><small>");
      html.text(status.device_id).raw("</small></p></body></html>");
      break;
  }
  return false;
}

void writeSaved(Html& html, const PortalTexts& texts, const PortalStatus& status) {
  beginPage(html, texts, texts.saved_title);
  html.raw("<p><strong>").text(status.config->wifi_ssid.view()).raw("</strong></p><p>");
  html.text(texts.saved_text).raw("</p><p><a href=\"/").raw(texts.code).raw("\">");
  html.text(texts.back).raw("</a></p></body></html>");
}

void writeNote(Html& html, const PortalTexts& texts, TextView title, TextView more_head) {
  beginPage(html, texts, title, more_head);
  html.raw("<p><a href=\"/\">").text(texts.back).raw("</a></p></body></html>");
}

}  // namespace

int statusOf(const PortalPage& page) {
  switch (page.kind) {
    case PageKind::Redirect:
      return 302;
    case PageKind::NotFound:
      return 404;
    case PageKind::Form:
      return page.problem.kind == FormProblem::Kind::None ? 200 : 422;
    case PageKind::None:
    case PageKind::Saved:
    case PageKind::Searching:
      break;
  }
  return 200;
}

bool writePiece(hal::PortalReply& reply, PortalPage& page, const PortalStatus& status,
                const hal::Wifi& wifi, const ConfigRules& rules) {
  const PortalTexts& texts = textsOf(page.language);
  Html html(reply);
  switch (page.kind) {
    case PageKind::None:
      break;
    case PageKind::Form:
      if (writeForm(html, page, status, wifi, rules)) return true;
      break;
    case PageKind::Saved:
      writeSaved(html, texts, status);
      break;
    case PageKind::Searching:
      writeNote(html, texts, texts.searching,
                "<meta http-equiv=\"refresh\" content=\"5;url=/\">");
      break;
    case PageKind::NotFound:
      writeNote(html, texts, texts.not_found, {});
      break;
    case PageKind::Redirect:
      // An iPhone ignores a redirect without a body.
      html.raw("<!doctype html><title>FaiWatch</title><a href=\"http://4.3.2.1/\">FaiWatch</a>");
      break;
  }
  page.kind = PageKind::None;
  return false;
}

}  // namespace faiwatch
