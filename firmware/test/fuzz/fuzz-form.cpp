// What phones, and whoever else joins the set-up network, send to the portal.
#include <string.h>

#include <string>
#include <vector>

#include "core/form.h"
#include "core/portal-request.h"
#include "core/portal.h"
#include "fuzz/entries.h"
#include "support/fake-media.h"
#include "support/fake-parts.h"
#include "support/fake-wifi.h"

using namespace faiwatch;

const char* const fuzz_seeds[] = {
    "POST /save HTTP/1.1\r\nHost: 4.3.2.1\r\nContent-Length: "
    "40\r\n\r\nnetwork=Home&wifi_pass=correct+horse&x=%E0",
    "GET / HTTP/1.1\r\nHost: 4.3.2.1\r\nAccept-Language: th,en;q=0.5\r\n\r\n",
    "GET /generate_204 HTTP/1.1\r\nHost: connectivitycheck.gstatic.com\r\n\r\n",
    "HEAD /hotspot-detect.html HTTP/1.0\r\nHost: captive.apple.com\r\n\r\n",
    "lang=en&network=Home&wifi_ssid=&wifi_pass=correct+horse&activation_key=ftrrv+n5ack+2a8b7+"
    "c8ygr&customer_phone=081-234-5678&server_url=https%3A%2F%2Ffaiwatch.example",
    "wifi_ssid=%3Cscript%3E&wifi_pass=%00%00%00%00%00%00%00%00",
    "&&=&=&%&%4&a=b=c&a",
    "no_server_ca=yes&server_ca=-----BEGIN+CERTIFICATE-----%0D%0AMIIBszCCAVmgAwIBAgI%2F%0D%0A-----END",
};
const size_t fuzz_seed_count = sizeof fuzz_seeds / sizeof fuzz_seeds[0];

namespace {

struct Owner : PortalOwner {
  void describePortal(PortalStatus& status) override {
    status.config = &config;
    status.device_id = "fw-a1b2c3d4e5f6";
  }
  FormProblem onPortalSubmit(const Config& submitted) override {
    FUZZ_ASSERT(isComplete(submitted));
    return {};
  }
  void onPortalChanged(bool) override {}
  Config config;
};

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FormReader form({reinterpret_cast<const char*>(data), size});
  for (size_t fields = 0; form.next(); fields++) FUZZ_ASSERT(fields <= size);

  static FakeBoard board;
  static FakeMains mains;
  static FakeWifi wifi;
  static FakePortalServer server;
  static const ConfigRules rules(board.board, mains);
  static const SetupNetwork network = {makeNetworkName(board.board.mac), {}, false};
  static Owner owner;
  static FakeStore store;
  static FakeTrust trust;
  static OwnAuthority authority(store, trust);
  static Portal portal(wifi, server, rules, network, authority, owner);
  portal.tick(0, {false, false, 0, false, false});

  // The body as a form of its own, …
  const std::string body(reinterpret_cast<const char*>(data), size);
  const FakeReply reply = server.request(hal::PortalMethod::Post, "/save", body);
  FUZZ_ASSERT(reply.begins == 1 && reply.body.find("<script") == std::string::npos);
  FUZZ_ASSERT(reply.largest_piece < hal::kPortalPieceBytes);

  // … and all of it as a request.
  std::vector<char> buffer(data, data + size);
  buffer.push_back('\0');
  hal::PortalRequest request = {};
  const RequestParse parsed = parsePortalRequest(buffer.data(), size, request);
  if (parsed != RequestParse::Complete) {
    FUZZ_ASSERT(size == 0 || memcmp(buffer.data(), data, size) == 0);
    return 0;
  }
  FUZZ_ASSERT(request.path[0] == '/');
  FUZZ_ASSERT(request.body + request.body_length <= buffer.data() + size);
  FakeReply answer;
  server.listener->onPortalRequest(request, answer);
  FUZZ_ASSERT(answer.begins == 1);
  return 0;
}
