#include "hal_posix/help.h"

namespace faiwatch::posix {

const char kHelp[] = R"(simdevice: the FaiWatch firmware on the desk, with all that surrounds a board simulated.

  simdevice --store DIR --server http://127.0.0.1:8080 --key KEY --phone NUMBER [options]
  simdevice --store DIR --server http://127.0.0.1:8080 --boards FILE [options]

What a board keeps (configuration, events, firmware slots) lies in the store and outlives everything,
kill -9 included.

A fleet
  --boards FILE             a board a line, in this one process: options of its own, in addition to those
                            of the command line, which are for all: --key KEY --phone NUMBER. Only what is
                            about ports and the program itself is not for a board alone. They have no serial
                            port; what they keep lies in DIR/1, DIR/2 and so on.

The device
  --store DIR               what the board keeps; made when it is not there
  --board NAME              s2-mini (default), c3-mini, t-display or s2-test
  --device-id fw-…          default: made at the first start, kept in the store
  --firmware-version V      of the firmware it came with; default 1.0.0
  --mains-sense[=KIND]      wires a mains input (optocoupler, vbus, battery; default optocoupler, on a
                            t-display battery) and a battery of 4000 mV. Without it the board dies with
                            the mains.
  --battery MV              what the battery alone gives; 0: there is none (default)
  --mains on|off            at the start; default on
  --mains-voltage MV        what a meter of the board's measures of the mains; 0: it has none (default)
  --flash-sectors N, --flash-sector-size BYTES
                            of the event ring; default 8 of 4096
  --release-key FILE        public key (PEM) of firmware updates; none: no update is accepted
  --ota-crash               firmware on trial crashes at its start; so does, without the flag, an image
                            whose second segment begins with `crash`
  --watchdog-ms N           a board that is frozen for so long is reset; default 10000, 0: never

Its configuration, written before the first boot; what is not given stays as it is stored
  --server URL  --key KEY  --phone NUMBER  --wifi-ssid NAME  --wifi-pass TEXT  --mains-input KIND
                            without any of them the board starts as it is: unconfigured the first time

Around it
  --wifi SSID:PASSPHRASE[:RSSI]
                            a network in reach; may be repeated; an empty passphrase: open; default
                            desk:desk-password. The first is what the board is configured with.
  --wifi-file FILE          the same, one a line
  --transport mqtt|http|auto
                            lets only the one through, or both (default). Enrolment is always HTTP.
  --ca FILE                 further certificates to believe (PEM)
  --pty-link PATH           a symlink to the serial port, which is a pseudo-terminal, 115200 baud
  --serial-vanishes on|off  whether the port goes away at a reset; default: as the board does, on with an S2
  --portal-port N           of the set-up portal on 127.0.0.1 while it is open; 0: any (default)
  --portal-dns-port N       of its name server, UDP
  --control PATH            a Unix socket for control commands, besides stdin
  --quit-with-stdin         end at the end of stdin: with the program that started it
  --time-scale N            the board's clock runs N times as fast. While it awaits an answer from a
                            server that can be reached, it runs at real speed: answers are not made
                            late by it.

Control commands, one a line. On the socket each is answered `OK` or `ERR text`. In a fleet they are for
all boards, or with numbers before them for some: `@3,10-20 mains off`.
  mains on|off              also SIGUSR2, SIGUSR1
  flicker TIMES MS          the mains goes and comes TIMES times, every MS by the board's clock
  battery MV                without mains: below 3300 the board goes to sleep, below 2700 it browns out
  mains-voltage MV          the voltage of the mains, as a meter measures it; 0: no meter
  power-cut [MS]            mains and battery are gone, until power-on, or for so long
  power-on
  freeze, thaw              the board stands still; its watchdog resets it
  crash                     panic and restart
  reset                     the reset button
  button on|off             the user button is held, let go
  wifi on|off|no-address    the networks are gone, or give no address
  wifi-pass SSID PASSPHRASE another passphrase
  internet on|off           Wi-Fi stays; nothing gets through, and nothing says so
  mqtt on|off               MQTT connections are cut and refused
  http on|off               heartbeats and events over HTTP are refused
  portal-clients N          phones in the set-up network
  flash-fail N [K]          the Nth change of the flash from now fails, after K bytes (default 0)
  flash-cut N [K]           the same, and at that moment power is lost, for an instant
  store-fail N [K], store-cut N [K]
                            the same for the key-value store. N = 0: none after all
  time-scale N, clock-drift PPM
  status                    logs how things are
  quit                      also SIGTERM

The log on stdout: a JSON object a line, with t (epoch ms), board (its number, in a fleet), up (ms since
boot, by the board's clock, unless it is off), event, and by event
  started pid device_id · ended
  boot reset_reason firmware_version slot on_trial · reset reason · board state=off|frozen|thawed|asleep for_ms
  boot_loader state="rolled back" slot · ota state=begun|refused|finished|given up|valid|rolling back
  serial state=open|closed path link · console line (what the board says on it)
  control state=begun|done|refused line error · status …
  mains state · sensed mains (by the board's clock) · flickered · battery millivolts
  wifi state=connecting|connected|failed|idle ssid failure · access_point state=open|closed ssid passphrase
  portal state=open|closed|failed|answered port dns_port url path status
  http state=started|answered|failed|cancelled method path status failure body
  mqtt state=connecting|connected|published|acknowledged|message|ended|disconnected
       transport host port topic packet_id failure said_goodbye payload
  flash, store state=written|erased|failed|power cut change torn_at
  display headline since wifi service footer · backlight on · led state=on|off|blinking changes

Exit code: 0 ended, 1 cannot start, 2 wrong usage.
)";

}  // namespace faiwatch::posix
