#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/api-call.h"
#include "core/backoff.h"
#include "core/config.h"
#include "core/enrolment-store.h"
#include "core/event-queue.h"
#include "core/mqtt-channel.h"
#include "core/protocol.h"
#include "core/server-list.h"
#include "core/wall-clock.h"
#include "hal/hal.h"

namespace faiwatch {

enum class LinkState : uint8_t {
  /// There is no configuration.
  Off,
  /// The link asks for a token, or waits to ask again.
  Enrolling,
  /// The server does not want this device; refusal() says why. The link tries again slowly, or not at all.
  Refused,
  /// The link has a token and sends what there is.
  Enrolled,
};

/// How the last answer came.
enum class LinkPath : uint8_t { None, Mqtt, Http };

/// What the link needs of the device and tells it.
class LinkListener {
 public:
  /// Everything in a heartbeat but its seq.
  virtual void describe(Heartbeat& beat) = 0;
  virtual void onLinkChanged(LinkState state) = 0;
  /// The server answered, perhaps with a refusal.
  virtual void onServerHeard() = 0;
  /// The server acknowledged a message of this firmware.
  virtual void onServerAnswered() = 0;
  virtual void onServerCommand(CommandType command) = 0;
  /// keyDigest() has changed.
  virtual void onKeyChanged() = 0;

 protected:
  ~LinkListener() = default;
};

/// What names this boot.
struct Boot {
  uint32_t id = 0;
  /// One counter for heartbeats and events.
  uint32_t next_seq = 0;
};

/// Sends the server everything: enrolment, heartbeats, events. It uses MQTT, or HTTP once MQTT has failed three
/// times in a row, until MQTT answers again. Events go in their order, one in flight. Where the server is several
/// machines, each way goes to the next one when one does not answer, and HTTP follows MQTT to where that is answered.
///
///   Off       --start()-->              Enrolled (token is kept) or Enrolling
///   Enrolling --token-->                Enrolled      --refused--> Refused    --else--> waits, again
///   Enrolled  --401-->                  Enrolling     --403-->     Refused
///   Refused   --slow retry answers-->   Enrolled
///   any       --start(), stop()-->
class Link : private MqttChannelListener {
 public:
  Link(const hal::Hal& hal, const DeviceId& device_id, Boot& boot, EventQueue& queue,
       WallClock& clock, ApiRoom& room, LinkListener& listener);
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// Begins, or begins anew after the configuration changed. `config` must be complete.
  void start(const Config& config, uint64_t now_ms);
  void stop(bool says_goodbye);
  /// Stops, and forgets the stored token.
  void forget();
  void tick(uint64_t now_ms, bool has_network);

  /// Power has just been lost or come back. The link tells it over MQTT or HTTP, whichever works.
  void onPowerChanged(uint64_t now_ms);
  /// Nothing has been heard for long, perhaps because certificates are checked against a wrong time.
  void doubtTime();

  LinkState state() const { return state_; }
  ServerCode refusal() const { return refusal_; }
  /// How the link talks to the server; None until the server has answered.
  LinkPath path() const;
  /// Whether something can be sent right now.
  bool canSend() const { return mqtt_.isUp() || (usesHttp() && has_network_); }
  /// Why the last call failed, for people: `HTTP 301`, `unreachable`. Empty when it succeeded.
  void describeProblem(TextWriter& out) const;
  const Enrolment& enrolment() const { return enrolment_; }
  /// Whether the server ignores unknown fields. The first release refused messages that had any. A server that asks
  /// for features ignores them.
  bool serverTakesMore() const { return server_takes_more_; }
  /// Digest of the activation key that was typed, or of the one that replaced it.
  KeyDigest keyDigest() const;
  const ServerUrl& server() const { return server_; }

  /// Whether a firmware update, which can wait, may use the HTTP client.
  bool leavesHttpFree() const;
  /// Whether an update should give the HTTP client back now.
  bool needsHttp(uint64_t now_ms) const;

 private:
  enum class Call : uint8_t { None, Enrol, Beat, Event };

  void goTo(LinkState state);
  void enrol(uint64_t now_ms);
  void refuse(ServerCode code, uint64_t now_ms);
  void forgetToken(uint64_t now_ms);
  void learnServerTakesMore(bool takes_more);
  void obey(CommandType type, const Credentials& credentials);
  void takeCredentials(const Credentials& credentials);
  void adoptCredentials();
  void keepCredentials();
  bool fallBack();
  void dropConnection();
  void waitForHttp(uint64_t now_ms, const ApiCall::Result& result);
  bool tryNextServer();

  void takeResult(uint64_t now_ms, const ApiCall::Result& result);
  void takeEnrolResult(uint64_t now_ms, const ApiCall::Result& result);
  void takeBeatResult(uint64_t now_ms, const ApiCall::Result& result);
  void takeEventResult(uint64_t now_ms, const ApiCall::Result& result);
  /// @returns whether the result was a refusal that ends what the link was doing
  bool takeRefusal(uint64_t now_ms, const ApiCall::Result& result);

  void say(uint64_t now_ms);
  void sayEvent(uint64_t now_ms);
  void sayBeat(uint64_t now_ms);
  bool post(Call call, TextView path, uint64_t now_ms);
  bool postBeat(uint64_t now_ms);
  bool encodeBeat(char* out);
  bool learnTime(int64_t epoch_ms, uint64_t now_ms);
  void distrust(uint64_t now_ms, ApiCall::Result result);
  uint64_t intervalMs() const { return enrolment_.heartbeat_interval_seconds * 1000ULL; }
  bool usesHttp() const;
  bool isTimeWanted(uint64_t now_ms) const;
  bool isHttpDue(uint64_t now_ms) const { return api_.isReady() && now_ms >= next_http_ms_; }

  void onMqttUp() override;
  void onEventAcknowledged() override;
  void onBeatAcknowledged() override;
  void onCommand(const Command& command) override;
  void onMqttNotAuthorised() override;

  hal::Random& random_;
  const hal::BoardInfo& board_;
  const DeviceId& device_id_;
  Boot& boot_;
  EventQueue& queue_;
  WallClock& clock_;
  hal::Trust& trust_;
  LinkListener& listener_;
  EnrolmentStore store_;
  Config config_;
  ServerList servers_;
  MqttChannel mqtt_;
  ApiCall api_;
  Backoff enrol_backoff_;
  Backoff http_backoff_;

  /// Where calls over HTTP go, and its place in the list.
  ServerUrl server_;
  size_t server_at_ = 0;
  Enrolment enrolment_;
  LinkState state_ = LinkState::Off;
  ServerCode refusal_ = ServerCode::Other;
  bool has_network_ = false;
  /// The token has been accepted since it was given or loaded.
  bool is_token_proven_ = false;
  /// MQTT refused the token, and a call over HTTP is to find out why.
  bool asks_http_ = false;
  bool has_http_answered_ = false;
  /// A change of power has not been told yet.
  bool is_urgent_ = false;
  Call call_ = Call::None;
  /// The last call left its connection open for the next.
  bool keeps_connection_ = false;
  bool has_problem_ = false;
  hal::HttpEnd problem_end_ = hal::HttpEnd::Complete;
  int problem_status_ = 0;
  /// The event in flight, over MQTT or HTTP.
  uint32_t event_boot_id_ = 0;
  uint32_t event_seq_ = 0;
  uint64_t now_ms_ = 0;
  uint64_t next_try_ms_ = 0;
  uint64_t next_http_ms_ = 0;
  uint64_t next_beat_ms_ = 0;
  /// When events began to wait for the time of day although they could have been sent.
  uint64_t ready_since_ms_ = 0;
  bool is_ready_ = false;
  /// The time is to be asked for at the next opportunity.
  bool is_time_doubted_ = false;
  /// New credentials are stored. The device connects with them once nothing is in flight.
  bool has_new_credentials_ = false;
  bool tells_features_ = false;
  bool server_takes_more_ = false;
};

}  // namespace faiwatch
