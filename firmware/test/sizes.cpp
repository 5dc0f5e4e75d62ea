// How much memory lives for ever on this board, object by object, as the boards' compiler would lay it out
// (built for 32 bits with 8-byte alignment), held against the budget.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/app.h"
#include "main/device.h"

using namespace faiwatch;
using namespace faiwatch::esp;

namespace {

struct Item {
  const char* name;
  size_t bytes;
};

size_t total(const char* title, const Item* items, size_t count) {
  printf("%s\n", title);
  size_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    if (items[i].bytes == 0) continue;
    printf("  %6zu  %s\n", items[i].bytes, items[i].name);
    sum += items[i].bytes;
  }
  printf("  %6zu  together\n", sum);
  return sum;
}

template <size_t N>
size_t total(const char* title, const Item (&items)[N]) {
  return total(title, items, N);
}



}  // namespace

/// @param arguments the most that may be internal in all, and where no external RAM is
int main(int count, char** arguments) {
  if (count != 3) return 2;
  const Item internal[] = {
      {"stack and task of core", kCoreStackBytes + sizeof(StaticTask_t)},
      {"stack and task of HTTP", sizeof(Worker<8192>)},
      {"stack and task of MQTT", sizeof(Worker<4096>)},
      {"HTTP client", sizeof(EspHttpClient) - sizeof(Worker<8192>)},
      {"MQTT client", sizeof(EspMqttClient) - sizeof(Worker<4096>)},
      {"Wi-Fi", sizeof(EspWifi)},
      {"what servers are believed by, whose turn a handshake is",
       sizeof(ServerTrust) + sizeof(StaticSemaphore_t)},
      {"portal while it is closed, OTA slot, release key",
       sizeof(EspPortalServer) + sizeof(EspOtaSlot) + sizeof(ReleaseKey)},
      {"serial line and display", sizeof(BoardParts)},
      {"everything else of Device", sizeof(Device) - sizeof(Network) - sizeof(BoardParts)},
  };
  const Item large[] = {{"App: core with all its state", sizeof(App)}};
  const Item passing[] = {{"portal while it is open", EspPortalServer::kRoomBytes}};
  const size_t always = total("internal RAM, for ever", internal);
  const size_t anywhere = total("external RAM where there is one, for ever", large);
  total("external RAM where there is one, for a while", passing);
  const auto most = static_cast<size_t>(atol(arguments[1]));
  const auto most_alone = static_cast<size_t>(atol(arguments[2]));
  printf("budget: %zu of %zu; without external RAM %zu of %zu\n", always, most, always + anywhere,
         most_alone);
  return always <= most && always + anywhere <= most_alone ? 0 : 1;
}
