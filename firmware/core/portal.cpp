#include "core/portal.h"

#include "core/dns.h"
#include "core/form.h"
#include "core/hmac-sha256.h"

namespace faiwatch {

namespace {

constexpr uint64_t kOfflineMs = 300'000;
constexpr uint64_t kIdleMs = 60'000;
constexpr uint64_t kIdleOnDemandMs = 600'000;
/// How long somebody may take to find the paper with the password.
constexpr uint64_t kInUseMs = 180'000;
constexpr uint64_t kRetryMs = 10'000;
/// How long the portal stays open by itself, and while somebody uses it.
constexpr uint64_t kOpenMs = 900'000;
constexpr uint64_t kMostOpenMs = 1'800'000;
constexpr uint64_t kPauseMs = 2'700'000;
constexpr uint8_t kKeyTries = 5;
constexpr char kAddress[] = "4.3.2.1";

bool isOwnHost(TextView host) { return host == kAddress || host == "4.3.2.1:80"; }

/// The typed values of the fields that the form knows.
struct Form {
  FixedText<32> chosen_network;
  FixedText<32> typed_network;
  FixedText<64> wifi_pass;
  FixedText<64> activation_key;
  FixedText<64> customer_phone;
  FixedText<128> server_url;
  FixedText<16> mains_input;
  FixedText<64> present_key;
  bool allows_plain = false;
  bool wants_no_authority = false;
};

FormProblem invalid(ConfigField field) { return {FormProblem::Kind::Invalid, field}; }

FormProblem toFormProblem(const DraftProblem& problem) {
  switch (problem.kind) {
    case DraftProblem::Kind::None:
      break;
    case DraftProblem::Kind::Missing:
      return {FormProblem::Kind::Missing, problem.field};
    case DraftProblem::Kind::NotTypedAgain:
      return {FormProblem::Kind::NotTypedAgain, problem.field};
    case DraftProblem::Kind::NotEncrypted:
      return {FormProblem::Kind::NotEncrypted, problem.field};
  }
  return {};
}

/// @returns false when the value does not fit
bool takeField(Form& form, Language& language, TextView name, TextView value, ConfigField& field) {
  if (name == "lang") {
    language = value == "en" ? Language::English : Language::Thai;
    return true;
  }
  if (name == "network") {
    field = ConfigField::WifiSsid;
    return form.chosen_network.assign(value);
  }
  if (name == "present_key") {
    field = ConfigField::ActivationKey;
    return form.present_key.assign(value.trimmed());
  }
  if (name == "allow_plain") {
    form.allows_plain = value == "yes";
    return true;
  }
  if (name == "no_server_ca") {
    form.wants_no_authority = value == "yes";
    return true;
  }
  if (!parseFieldName(name, field)) return true;
  switch (field) {
    case ConfigField::WifiSsid:
      return form.typed_network.assign(value);
    case ConfigField::WifiPass:
      return form.wifi_pass.assign(value);
    case ConfigField::ActivationKey:
      return form.activation_key.assign(value.trimmed());
    case ConfigField::CustomerPhone:
      return form.customer_phone.assign(value.trimmed());
    case ConfigField::ServerUrl:
      return form.server_url.assign(value.trimmed());
    case ConfigField::MainsInput:
      return form.mains_input.assign(value);
    case ConfigField::ServerCa:
      // parseFieldName never names this one, and its value would not fit here.
    case ConfigField::DeviceType:
      // The form has no device type, since the firmware knows its board.
      return true;
  }
  return true;
}

}  // namespace

Portal::Portal(hal::Wifi& wifi, hal::PortalServer& server, const ConfigRules& rules,
               const SetupNetwork& network, OwnAuthority& authority, PortalOwner& owner)
    : wifi_(wifi),
      server_(server),
      rules_(rules),
      network_(network),
      authority_(authority),
      owner_(owner) {}

void Portal::demand(uint64_t now_ms) {
  key_tries_ = kKeyTries;
  if (!isOpen()) {
    open(State::OpenOnDemand, now_ms);
    return;
  }
  // A board without a configuration allows every change.
  if (state_ == State::OpenByItself) state_ = State::OpenOnDemand;
  last_use_ms_ = now_ms;
}

void Portal::tick(uint64_t now_ms, const Conditions& conditions) {
  now_ms_ = now_ms;
  is_button_held_ = conditions.is_button_held;
  switch (state_) {
    case State::Failed:
      if (now_ms >= next_open_ms_) state_ = State::Closed;
      return;
    case State::Closed:
      if (!conditions.is_configured) {
        open(State::OpenForSetup, now_ms);
      } else if (conditions.offline_ms >= kOfflineMs && !conditions.is_power_down &&
                 now_ms >= next_open_ms_) {
        open(State::OpenByItself, now_ms);
      }
      return;
    case State::OpenForSetup:
    case State::OpenByItself:
    case State::OpenOnDemand:
      if (!conditions.is_configured) since_ms_ = now_ms;
      server_.poll();
      if (wants_scan_ && wifi_.startScan()) wants_scan_ = false;
      if (shouldClose(now_ms, conditions)) close(now_ms);
      return;
  }
}

bool Portal::isUsed(uint64_t now_ms) const {
  return isOpen() && has_visitor_ && now_ms - last_use_ms_ < kInUseMs &&
         wifi_.accessPointClients() > 0;
}

void Portal::open(State state, uint64_t now_ms) {
  state_ = State::Failed;
  next_open_ms_ = now_ms + kRetryMs;
  if (!wifi_.startAccessPoint(network_.name.c_str(), network_.password.c_str())) return;
  if (!server_.start(*this)) {
    wifi_.stopAccessPoint();
    return;
  }
  state_ = state;
  next_open_ms_ = 0;
  since_ms_ = now_ms;
  last_use_ms_ = now_ms;
  has_visitor_ = false;
  wants_scan_ = true;
  owner_.onPortalChanged(true);
}

void Portal::close(uint64_t now_ms) {
  server_.stop();
  wifi_.stopAccessPoint();
  state_ = State::Closed;
  next_open_ms_ = now_ms + kPauseMs;
  owner_.onPortalChanged(false);
}

bool Portal::shouldClose(uint64_t now_ms, const Conditions& conditions) const {
  // The configuration was cleared, so the network has a new password and there is nothing to protect.
  if (!conditions.is_configured) return state_ != State::OpenForSetup;
  const uint64_t idle_ms = now_ms - last_use_ms_;
  if (state_ == State::OpenOnDemand) return idle_ms >= kIdleOnDemandMs;
  if (conditions.is_wifi_connected && idle_ms >= kIdleMs) return true;
  const uint64_t open_ms = now_ms - since_ms_;
  if (isUsed(now_ms)) return open_ms >= kMostOpenMs;
  const bool is_unwanted = state_ == State::OpenByItself && conditions.is_power_down;
  return is_unwanted || open_ms >= kOpenMs;
}

PortalRights Portal::rights() const {
  switch (state_) {
    case State::OpenForSetup:
      return PortalRights::All;
    case State::OpenOnDemand:
      return PortalRights::WithProof;
    case State::Closed:
    case State::Failed:
    case State::OpenByItself:
      break;
  }
  return PortalRights::WifiOnly;
}

void Portal::onPortalRequest(const hal::PortalRequest& request, hal::PortalReply& reply) {
  const TextView path(request.path);
  Language language = chooseLanguage(request.accept_language);
  if (path == "/th") language = Language::Thai;
  if (path == "/en") language = Language::English;
  // Phones test for internet at their own addresses, and show the portal when redirected.
  if (!isOwnHost(request.host)) return show(PageKind::Redirect, language, reply);
  if (path == "/save" && request.method == hal::PortalMethod::Post) {
    last_use_ms_ = now_ms_;
    submit(request, reply);
  } else if (path == "/" || path == "/th" || path == "/en" || path == "/save") {
    if (request.method != hal::PortalMethod::Head) {
      last_use_ms_ = now_ms_;
      has_visitor_ = true;
    }
    show(PageKind::Form, language, reply);
  } else if (path == "/scan") {
    wants_scan_ = true;
    show(PageKind::Searching, language, reply);
  } else {
    show(PageKind::NotFound, language, reply);
  }
}

bool Portal::onPortalRoom(hal::PortalReply& reply) {
  PortalStatus status;
  owner_.describePortal(status);
  status.rights = rights();
  status.authority = &authority_;
  return writePiece(reply, page_, status, wifi_, rules_);
}

void Portal::show(PageKind kind, Language language, hal::PortalReply& reply) {
  PortalStatus status;
  owner_.describePortal(status);
  page_ = {};
  page_.kind = kind;
  page_.language = language;
  page_.mains_input = status.config->mains_input;
  reply.begin(statusOf(page_), "text/html; charset=utf-8",
              kind == PageKind::Redirect ? "http://4.3.2.1/" : nullptr);
}

void Portal::submit(const hal::PortalRequest& request, hal::PortalReply& reply) {
  PortalStatus status;
  owner_.describePortal(status);
  ConfigDraft draft(*status.config, authority_);
  // A half-typed authority from the serial line is dropped.
  authority_.resetDraft();
  Language language = chooseLanguage(request.accept_language);
  FormProblem problem = readForm(request, draft, status.key_digest, language);
  const Config config = draft.config();
  if (problem.kind == FormProblem::Kind::None) problem = owner_.onPortalSubmit(config);
  authority_.resetDraft();
  const bool is_saved = problem.kind == FormProblem::Kind::None;
  // Once it is saved the station may connect, even while the phone still shows the page.
  has_visitor_ = !is_saved;
  page_ = {};
  page_.kind = is_saved ? PageKind::Saved : PageKind::Form;
  page_.language = language;
  page_.problem = problem;
  page_.mains_input = config.mains_input;
  reply.begin(statusOf(page_), "text/html; charset=utf-8", nullptr);
}

FormProblem Portal::readForm(const hal::PortalRequest& request, ConfigDraft& draft,
                             const KeyDigest& present_key, Language& language) {
  Form form;
  FormProblem problem;
  FormReader reader(TextView(request.body, request.body_length));
  while (reader.next()) {
    ConfigField field = ConfigField::WifiSsid;
    if (reader.name() == fieldName(ConfigField::ServerCa)) {
      const bool is_empty = reader.value().trimmed().empty();
      if (!is_empty && !draft.authority().draftForm(reader.encodedValue())) {
        problem = invalid(ConfigField::ServerCa);
      }
      continue;
    }
    const bool is_taken = takeField(form, language, reader.name(), reader.value(), field);
    if (!is_taken || !reader.isIntact()) problem = invalid(field);
  }
  if (problem.kind != FormProblem::Kind::None) return problem;

  const Config saved = draft.config();
  const TextView ssid =
      form.typed_network.empty() ? form.chosen_network.view() : form.typed_network.view();
  const bool is_other_network = !ssid.empty() && ssid != saved.wifi_ssid.view();
  const struct {
    ConfigField field;
    TextView value;
    bool is_given;
  } given[] = {
      // The network comes first, so that it is kept even if another field is wrong.
      {ConfigField::MainsInput, form.mains_input.view(), !form.mains_input.empty()},
      {ConfigField::WifiSsid, ssid, !ssid.empty()},
      // A stored password belongs to its network; another network may need none.
      {ConfigField::WifiPass, form.wifi_pass.view(), is_other_network || !form.wifi_pass.empty()},
      {ConfigField::ActivationKey, form.activation_key.view(), !form.activation_key.empty()},
      {ConfigField::CustomerPhone, form.customer_phone.view(), !form.customer_phone.empty()},
      {ConfigField::ServerUrl, form.server_url.view(), !form.server_url.empty()},
  };
  for (const auto& entry : given) {
    if (entry.is_given && draft.set(rules_, entry.field, entry.value) != nullptr) {
      return invalid(entry.field);
    }
  }
  draft.allowPlain(form.allows_plain);
  if (form.wants_no_authority) draft.authority().draftNone();
  const bool changes_input = draft.config().mains_input != saved.mains_input;
  switch (rights()) {
    case PortalRights::All:
      break;
    case PortalRights::WithProof:
      if (draft.changesOwner() &&
          !hasProof(present_key, form.present_key.view(), form.activation_key.view())) {
        return {FormProblem::Kind::NoProof, ConfigField::ActivationKey};
      }
      break;
    case PortalRights::WifiOnly:
      if (draft.changesOwner() || changes_input) return {FormProblem::Kind::WifiOnly, {}};
      break;
  }
  return toFormProblem(draft.findProblem());
}

/// A new server may use the same key. Typing it is then also the proof.
bool Portal::hasProof(const KeyDigest& present, TextView typed_key, TextView new_key) {
  if (is_button_held_) return true;
  if (key_tries_ == 0) return false;
  const TextView keys[] = {typed_key, new_key};
  for (const TextView typed : keys) {
    KeyCode key;
    if (normaliseActivationKey(typed, key) &&
        isSameSecret(digestActivationKey(key.view()).view(), present.view())) {
      return true;
    }
  }
  if (!typed_key.empty() || !new_key.empty()) key_tries_--;
  return false;
}

size_t Portal::onDnsQuery(const uint8_t* query, size_t length, uint8_t* answer, size_t capacity) {
  return answerDns(query, length, answer, capacity);
}

}  // namespace faiwatch
