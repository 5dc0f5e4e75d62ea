#include "core/portal.h"

#include "core/dns.h"
#include "core/form.h"

namespace faiwatch {

namespace {

constexpr uint64_t kOfflineMs = 300'000;
constexpr uint64_t kIdleMs = 60'000;
constexpr uint64_t kIdleOnDemandMs = 600'000;
/// How long somebody may take to find the paper with the password.
constexpr uint64_t kInUseMs = 180'000;
constexpr uint64_t kRetryMs = 10'000;
constexpr char kAddress[] = "4.3.2.1";

bool isOwnHost(TextView host) { return host == kAddress || host == "4.3.2.1:80"; }

/// What was typed, as far as the form knows the field.
struct Form {
  FixedText<32> chosen_network;
  FixedText<32> typed_network;
  FixedText<64> wifi_pass;
  FixedText<64> activation_key;
  FixedText<64> customer_phone;
  FixedText<128> server_url;
  FixedText<16> mains_input;
};

FormProblem invalid(ConfigField field) { return {FormProblem::Kind::Invalid, field}; }

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
    case ConfigField::DeviceType:
      // Not in the form: the firmware knows what board it was built for.
      return true;
  }
  return true;
}

}  // namespace

Portal::Portal(hal::Wifi& wifi, hal::PortalServer& server, const ConfigRules& rules,
               const NetworkName& name, PortalOwner& owner)
    : wifi_(wifi), server_(server), rules_(rules), name_(name), owner_(owner) {}

void Portal::demand(uint64_t now_ms) {
  if (isOpen()) {
    state_ = State::OpenOnDemand;
    last_use_ms_ = now_ms;
  } else {
    open(State::OpenOnDemand, now_ms);
  }
}

void Portal::tick(uint64_t now_ms, const Conditions& conditions) {
  now_ms_ = now_ms;
  switch (state_) {
    case State::Failed:
      if (now_ms >= retry_ms_) state_ = State::Closed;
      return;
    case State::Closed:
      if (!conditions.is_configured || conditions.offline_ms >= kOfflineMs) {
        open(State::Open, now_ms);
      }
      return;
    case State::Open:
    case State::OpenOnDemand:
      server_.poll();
      if (wants_scan_ && wifi_.startScan()) wants_scan_ = false;
      if (shouldClose(now_ms, conditions)) close();
      return;
  }
}

bool Portal::isUsed(uint64_t now_ms) const {
  return isOpen() && has_visitor_ && now_ms - last_use_ms_ < kInUseMs &&
         wifi_.accessPointClients() > 0;
}

void Portal::open(State state, uint64_t now_ms) {
  if (!wifi_.startAccessPoint(name_.c_str())) {
    state_ = State::Failed;
    retry_ms_ = now_ms + kRetryMs;
    return;
  }
  if (!server_.start(*this)) {
    wifi_.stopAccessPoint();
    state_ = State::Failed;
    retry_ms_ = now_ms + kRetryMs;
    return;
  }
  state_ = state;
  last_use_ms_ = now_ms;
  has_visitor_ = false;
  wants_scan_ = true;
  owner_.onPortalChanged(true);
}

void Portal::close() {
  server_.stop();
  wifi_.stopAccessPoint();
  state_ = State::Closed;
  owner_.onPortalChanged(false);
}

bool Portal::shouldClose(uint64_t now_ms, const Conditions& conditions) const {
  if (!conditions.is_configured || !conditions.is_wifi_connected) return false;
  const uint64_t idle_ms = state_ == State::OpenOnDemand ? kIdleOnDemandMs : kIdleMs;
  return now_ms - last_use_ms_ >= idle_ms;
}

void Portal::onPortalRequest(const hal::PortalRequest& request, hal::PortalReply& reply) {
  const bool has_body = request.method != hal::PortalMethod::Head;
  // Phones look for the internet at addresses of their own, and show the portal when led here.
  if (!isOwnHost(request.host)) {
    reply.begin(302, "text/html; charset=utf-8", "http://4.3.2.1/");
    if (has_body) writeRedirectBody(reply);
    return;
  }
  const TextView path(request.path);
  Language language = chooseLanguage(request.accept_language);
  if (path == "/th") language = Language::Thai;
  if (path == "/en") language = Language::English;
  if (path == "/save" && request.method == hal::PortalMethod::Post) {
    last_use_ms_ = now_ms_;
    submit(request, reply);
  } else if (!has_body) {
    reply.begin(200, "text/html; charset=utf-8", nullptr);
  } else if (path == "/" || path == "/th" || path == "/en" || path == "/save") {
    last_use_ms_ = now_ms_;
    has_visitor_ = true;
    PortalStatus status;
    owner_.describePortal(status);
    writeFormPage(reply, language, status, {}, wifi_, rules_);
  } else if (path == "/scan") {
    wants_scan_ = true;
    writeSearchingPage(reply, language);
  } else {
    writeNotFoundPage(reply, language);
  }
}

void Portal::submit(const hal::PortalRequest& request, hal::PortalReply& reply) {
  PortalStatus status;
  owner_.describePortal(status);
  Config config = *status.config;
  Language language = chooseLanguage(request.accept_language);
  FormProblem problem = readForm(request, config, language);
  if (problem.kind == FormProblem::Kind::None && !owner_.onPortalSubmit(config)) {
    problem.kind = FormProblem::Kind::NotStored;
  }
  if (problem.kind != FormProblem::Kind::None) {
    has_visitor_ = true;
    // Nobody looks a second time at what was chosen already.
    Config shown = *status.config;
    shown.mains_input = config.mains_input;
    status.config = &shown;
    writeFormPage(reply, language, status, problem, wifi_, rules_);
    return;
  }
  // From here on the station may try, even while the phone still looks at the page.
  has_visitor_ = false;
  writeSavedPage(reply, language, config.wifi_ssid.view());
}

FormProblem Portal::readForm(const hal::PortalRequest& request, Config& config,
                             Language& language) const {
  Form form;
  FormProblem problem;
  FormReader reader(TextView(request.body, request.body_length));
  while (reader.next()) {
    ConfigField field = ConfigField::WifiSsid;
    const bool is_taken = takeField(form, language, reader.name(), reader.value(), field);
    if (!is_taken || !reader.isIntact()) problem = invalid(field);
  }
  if (problem.kind != FormProblem::Kind::None) return problem;

  const TextView ssid =
      form.typed_network.empty() ? form.chosen_network.view() : form.typed_network.view();
  const bool is_other_network = !ssid.empty() && ssid != config.wifi_ssid.view();
  const struct {
    ConfigField field;
    TextView value;
    bool is_given;
  } given[] = {
      // First, so that it is taken over whatever else is wrong.
      {ConfigField::MainsInput, form.mains_input.view(), !form.mains_input.empty()},
      {ConfigField::WifiSsid, ssid, !ssid.empty()},
      // The password of one network is not that of another, which may need none.
      {ConfigField::WifiPass, form.wifi_pass.view(), is_other_network || !form.wifi_pass.empty()},
      {ConfigField::ActivationKey, form.activation_key.view(), !form.activation_key.empty()},
      {ConfigField::CustomerPhone, form.customer_phone.view(), !form.customer_phone.empty()},
      {ConfigField::ServerUrl, form.server_url.view(), !form.server_url.empty()},
  };
  for (const auto& entry : given) {
    if (entry.is_given && rules_.set(config, entry.field, entry.value) != nullptr) {
      return invalid(entry.field);
    }
  }
  ConfigField missing;
  if (findMissing(config, missing)) return {FormProblem::Kind::Missing, missing};
  return {};
}

size_t Portal::onDnsQuery(const uint8_t* query, size_t length, uint8_t* answer, size_t capacity) {
  return answerDns(query, length, answer, capacity);
}

}  // namespace faiwatch
