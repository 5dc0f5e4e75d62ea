#!/usr/bin/env python3
"""A FaiWatch device for any Linux computer, in nothing but Python: docs/device-protocol.md, over HTTP.

    python3 device.py http://SERVER:8080 KEY PHONE STATE [MAINS]

STATE: a file that it makes, with its token and what it could not tell yet.
MAINS: a file that holds 1 while there is mains and 0 while there is none, such as
/sys/class/power_supply/AC/online of a laptop. Without it the computer goes off with the mains.
"""
import itertools, json, os, random, sys, threading, time, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

if len(sys.argv) not in (5, 6):
    sys.exit(__doc__)
SERVER, KEY, PHONE, STATE = sys.argv[1:5]
MAINS = sys.argv[5] if len(sys.argv) == 6 else None
MACHINE_BOOT = open("/proc/sys/kernel/random/boot_id").read().strip()


def clock():
    """ms since the computer was switched on; nobody sets it, and it goes on while it sleeps."""
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * 1000)


try:
    state = json.load(open(STATE))
except FileNotFoundError:
    state = {"queue": [], "power": "UP"}
reset_reason = "software" if state.get("machine_boot") == MACHINE_BOOT else "power_on"
state["machine_boot"] = MACHINE_BOOT
boot_id, seq = os.urandom(4).hex(), itertools.count(1)  # a start of this program is a boot


def sense():
    """What two looks in a row agree about is so. In a thread: no slow answer may hold it up."""
    before = state["power"]
    while MAINS:
        try:
            power = "UP" if open(MAINS).read().strip() == "1" else "DOWN"
        except OSError:
            power = before  # nobody knows just now
        if power == before != state["power"]:
            kind = "POWER_RECOVER" if power == "UP" else "POWER_DOWN"
            event = {"boot_id": boot_id, "seq": next(seq), "type": kind}
            when = {"machine_boot": MACHINE_BOOT, "ms": clock(), "wall": time.time()}
            state["queue"].append({"event": event, "when": when})
            state["power"] = power
        before = power
        time.sleep(0.1)


def age_of(when):
    """By its own counter; only after the computer was off, by the time of day."""
    is_same = when["machine_boot"] == MACHINE_BOOT
    return max(0, clock() - when["ms"] if is_same else int((time.time() - when["wall"]) * 1000))


def call(path, body):
    headers = {"Content-Type": "application/json"}  # urllib and curl would call it a form
    if path != "enrol":
        headers["Authorization"] = "Bearer " + state["token"]
    request = Request(f"{SERVER}/api/device/v1/{path}", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=10) as answer:
        return json.load(answer)


def speak():
    """Says the next thing there is to say. @returns seconds until there may be another"""
    if "token" not in state:
        me = {"device_id": f"fw-{uuid.getnode():012x}", "device_type": "other"}
        me |= {"activation_key": KEY, "phone": PHONE, "firmware_version": "1.0.0"}
        answer = call("enrol", me)
        state["token"], state["every"] = answer["device_token"], answer["heartbeat_interval_seconds"]
    elif state["queue"]:
        oldest = state["queue"][0]
        event = {**oldest["event"], "age_ms": age_of(oldest["when"])}
        if event["seq"] in call("events", {"events": [event]})["accepted"]:
            state["queue"].pop(0)
    else:
        beat = {"boot_id": boot_id, "seq": next(seq), "uptime_ms": clock()}
        beat |= {"reset_reason": reset_reason, "firmware_version": "1.0.0"}
        call("heartbeat", {**beat, "power": state["power"], "has_mains_sense": MAINS is not None})
        return state["every"]
    return 0


def save():
    with open(STATE + ".new", "w") as file:
        json.dump(state, file)
        os.fsync(file.fileno())
    os.replace(STATE + ".new", STATE)


threading.Thread(target=sense, daemon=True).start()
failures, next_at, saved = 0, 0.0, None
while True:
    if state["queue"] and failures == 0:
        next_at = 0  # news does not wait for the next heartbeat
    if time.monotonic() >= next_at:
        try:
            wait, failures = speak(), 0
        except HTTPError as refused:
            wait, failures = int(refused.headers["Retry-After"] or 0), failures + 1
            text = refused.read().decode(errors="replace")
            print(refused.code, text, flush=True)
            if "token" not in state and refused.code in (400, 403, 404, 409):
                sys.exit("It is not let in like this.")
            if refused.code == 401:
                del state["token"]
            if refused.code == 403:
                wait = 600
        except (OSError, ValueError, KeyError) as problem:
            wait, failures = 0, failures + 1
            print(problem, flush=True)
        if failures:
            wait += random.uniform(0, min(60, 2**failures))
        next_at = time.monotonic() + wait
    if (now := json.dumps(state)) != saved:
        save()
        saved = now
    time.sleep(0.1)
