import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { ConsoleBoard, setupNetwork } from '../../../../tests/fakes/console-board.ts';
import { ResetCircuit } from '../../../../tests/fakes/esp-cable.ts';
import { type ChipName, EspRom } from '../../../../tests/fakes/esp-rom.ts';
import type { Clock } from '../../lib/serial/find-again.ts';
import { FakePort, FakeSerial } from '../../lib/serial/testing/fake-port.ts';
import type { Board, Firmware } from './firmware-offers.ts';
import { FlashStopped } from './flash-state.ts';
import { Flasher } from './flasher.ts';

const s2Usb = { usbVendorId: 0x303a, usbProductId: 2 };
const bridge = { usbVendorId: 0x1a86, usbProductId: 0x55d4 };

/** Half of it compresses, as in a real one. */
const app = new Uint8Array([...randomBytes(20_000), ...new Uint8Array(20_001)]);
const firmware = (chip: Firmware['chip']): Firmware => ({
  version: '1.1.0',
  chip,
  parts: [
    { name: 'bootloader', offset: 0x1000, bytes: new Uint8Array(randomBytes(3_000)) },
    { name: 'partition-table', offset: 0x8000, bytes: new Uint8Array(3_072).fill(7) },
    { name: 'otadata', offset: 0xf000, bytes: new Uint8Array(8_192).fill(0xff) },
    { name: 'app', offset: 0x20000, bytes: app },
  ],
});

/** A clock ten times as fast, on which no time passes but what is waited for, however slow the machine is. */
function makeClock(): Clock {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    after(ms, run) {
      const dueMs = nowMs + ms;
      const timer = setTimeout(() => {
        nowMs = Math.max(nowMs, dueMs);
        run();
      }, ms / 10);
      return () => clearTimeout(timer);
    },
  };
}

interface Bench {
  rom: EspRom;
  port: FakePort;
  serial: FakeSerial;
  circuit: ResetCircuit;
  flasher: Flasher;
  states: string[];
}

function setUp(
  chip: ChipName,
  wanted: Firmware = firmware(chip === 'ESP32' ? 'ESP32' : 'ESP32-S2'),
): Bench {
  const isBridge = chip === 'ESP32';
  const rom = new EspRom({ chip, isInLoader: !isBridge, send: (bytes) => port.send(bytes) });
  const circuit = new ResetCircuit(rom);
  const port = new FakePort(
    {
      receive: (bytes) => {
        // At another speed the bytes are noise.
        if (!isBridge || port.opened.at(-1)?.baudRate === rom.baud) rom.receive(bytes);
      },
      ...(isBridge && { signal: (signals) => circuit.signal(signals) }),
    },
    isBridge ? bridge : s2Usb,
  );
  const serial = new FakeSerial(port);
  const flasher = new Flasher({
    serial,
    getFirmware: async () => wanted,
    clock: makeClock(),
    now: () => 0,
  });
  const states: string[] = [];
  flasher.subscribe(() => {
    const { phase } = flasher.read();
    if (states.at(-1) !== phase) states.push(phase);
  });
  return { rom, port, serial, circuit, flasher, states };
}

const order = (board: Board, isErasing = false) => ({ chooseBoard: () => board, isErasing });

/** What the board tells of its own Wi-Fi in the end. */
async function waitUntilTold({ flasher }: Bench): Promise<unknown> {
  while (flasher.read().setupNetwork === 'asking') await Bun.sleep(10);
  return flasher.read().setupNetwork;
}

function expectWritten({ rom }: Bench, { parts }: Firmware): void {
  for (const { name, offset, bytes } of parts) {
    const held = rom.flash.slice(offset, offset + bytes.length);
    expect(Buffer.compare(held, bytes), name).toBe(0);
  }
}

test.concurrent('writes all parts to an ESP32-S2 over its own USB, verifies each, and restarts it', async () => {
  const wanted = firmware('ESP32-S2');
  const bench = setUp('ESP32-S2', wanted);
  await bench.flasher.flash(order('s2-mini'));
  const { phase, problem, parts, chip, version } = bench.flasher.read();
  expect(problem).toBeNull();
  expect({ phase, chip, version }).toEqual({ phase: 'done', chip: 'ESP32-S2', version: '1.1.0' });
  expect(parts.map(({ state }) => state)).toEqual(Array(4).fill('verified'));
  expectWritten(bench, wanted);
  expect(bench.states).toEqual([
    ...['connecting', 'fetching', 'connecting', 'preparing', 'writing', 'restarting', 'done'],
  ]);
  expect(bench.rom.erasures).toBe(0);
  // The watchdog is on, since this chip's lines do not lead out of the loader.
  expect((bench.rom.registers.get(0x3f408094) ?? 0) >>> 31).toBe(1);
  // The board does not come back, or has nothing to tell. Its port is free again in either case.
  expect(await waitUntilTold(bench)).toBeNull();
  expect(bench.port.readable).toBeNull();
}, 60_000);

test.concurrent('writes all parts to an ESP32 behind a bridge: faster, with its lines pulled before and after', async () => {
  const wanted = firmware('ESP32');
  const bench = setUp('ESP32', wanted);
  await bench.flasher.flash(order('t-display'));
  expect(bench.flasher.read()).toMatchObject({ phase: 'done', problem: null, chip: 'ESP32' });
  expectWritten(bench, wanted);
  expect(bench.port.opened.slice(0, 2).map(({ baudRate }) => baudRate)).toEqual([115_200, 460_800]);
  expect([bench.circuit.resets[0], bench.circuit.resets.at(-1)]).toEqual([true, false]);
  expect(bench.rom.isInLoader).toBe(false);
}, 60_000);

test.concurrent('erases all of the flash first when asked to', async () => {
  const bench = setUp('ESP32-S2');
  bench.rom.flash[0x9000] = 0x42;
  await bench.flasher.flash(order('s2-mini', true));
  expect(bench.rom.erasures).toBe(1);
  expect(bench.rom.flash[0x9000]).toBe(0xff);
  expect(bench.states).toContain('erasing');
}, 60_000);

test.concurrent.each([
  ['ESP32', 's2-mini', 'ESP32-S2'],
  ['ESP32-S2', 't-display', 'ESP32'],
  ['ESP32-S3', 's2-mini', 'ESP32-S2'],
] as const)(
  'writes nothing to an %s in place of a %s',
  async (chip, board, wanted) => {
    const bench = setUp(chip, firmware(wanted));
    await bench.flasher.flash(order(board));
    expect(bench.flasher.read().problem).toEqual({ code: 'wrong_chip', found: chip, wanted });
    expect(bench.rom.writes).toEqual([]);
    expect(bench.rom.erasures).toBe(0);
    expect(bench.rom.isStub).toBe(false);
  },
  60_000,
);

test.concurrent('writes nothing when what was fetched is damaged', async () => {
  const bench = setUp('ESP32-S2');
  const flasher = new Flasher({
    serial: bench.serial,
    getFirmware: () => Promise.reject(new FlashStopped({ code: 'broken_image', part: 'app' })),
  });
  await flasher.flash(order('s2-mini'));
  expect(flasher.read().problem).toEqual({ code: 'broken_image', part: 'app' });
  expect(bench.port.opened).toEqual([]);
});

test.concurrent('says which part did not arrive in the flash as it was sent', async () => {
  const bench = setUp('ESP32-S2');
  bench.rom.badBytes.add(0x20100);
  await bench.flasher.flash(order('s2-mini'));
  const { problem, parts } = bench.flasher.read();
  expect(problem).toMatchObject({ code: 'verify_failed', part: 'app', isHalfWritten: true });
  expect(parts.map(({ state }) => state)).toEqual(['verified', 'verified', 'verified', 'failed']);
}, 60_000);

test.concurrent('says at once that the board was unplugged, and can begin again', async () => {
  const wanted = firmware('ESP32-S2');
  const bench = setUp('ESP32-S2', wanted);
  bench.rom.onBlock = (count) => {
    if (count === 6) bench.serial.unplug(bench.port);
  };
  await bench.flasher.flash(order('s2-mini'));
  expect(bench.flasher.read().problem).toEqual({ code: 'unplugged', isHalfWritten: true });
  expect(bench.flasher.read().parts.at(-1)?.state).toBe('failed');

  bench.rom.onBlock = undefined;
  bench.rom.reset(true);
  const again = new FakePort({ receive: (bytes) => bench.rom.receive(bytes) }, s2Usb);
  bench.port.send = (bytes) => again.send(bytes);
  bench.serial.plug(again);
  await bench.flasher.flash(order('s2-mini'));
  expect(bench.flasher.read()).toMatchObject({ phase: 'done', problem: null });
  expectWritten(bench, wanted);
}, 60_000);

test.concurrent('names what keeps it from the port', async () => {
  const none = setUp('ESP32-S2');
  none.serial.chosen = null;
  await none.flasher.flash(order('s2-mini'));
  expect(none.flasher.read().problem).toEqual({ code: 'no_port' });

  const busy = setUp('ESP32-S2');
  busy.port.openFailure = Object.assign(new Error('Failed to open serial port.'), {
    name: 'NetworkError',
  });
  await busy.flasher.flash(order('s2-mini'));
  expect(busy.flasher.read().problem?.code).toBe('port_busy');
});

test.concurrent('says that the board is not in its loader', async () => {
  const bench = setUp('ESP32-S2');
  bench.rom.isInLoader = false;
  await bench.flasher.flash(order('s2-mini'));
  expect(bench.flasher.read().problem?.code).toBe('no_loader');
}, 60_000);

test.concurrent('follows a board that goes into its loader by itself, to its new port', async () => {
  const wanted = firmware('ESP32-S2');
  const bench = setUp('ESP32-S2', wanted);
  const { rom, serial } = bench;
  rom.isInLoader = false;
  let rts = false;
  const inLoader = new FakePort({ receive: (bytes) => rom.receive(bytes) }, s2Usb);
  const withFirmware = new FakePort(
    {
      signal: ({ requestToSend = false }) => {
        if (rts && !requestToSend) {
          serial.unplug(withFirmware);
          rom.reset(true);
          setTimeout(() => serial.plug(inLoader), 300);
        }
        rts = requestToSend;
      },
    },
    s2Usb,
  );
  bench.port.send = (bytes) => inLoader.send(bytes);
  serial.ports = [withFirmware];
  serial.chosen = withFirmware;
  await bench.flasher.flash(order('s2-mini'));
  expect(bench.flasher.read()).toMatchObject({ phase: 'done', problem: null });
  expectWritten(bench, wanted);
}, 60_000);

test.concurrent('asks the flashed board for the password of its own Wi-Fi', async () => {
  const bench = setUp('ESP32-S2');
  const { rom, serial } = bench;
  const started = new FakePort(
    { receive: (bytes) => board.receive(new TextDecoder().decode(bytes)) },
    { ...s2Usb, usbProductId: 0x4001 },
  );
  const board = new ConsoleBoard({ say: (text) => started.say(text) });
  // A starting board hears nothing.
  board.losing.push('show_config');
  rom.onWatchdog = () => {
    setTimeout(() => {
      serial.unplug(bench.port);
      serial.plug(started);
    }, 80);
  };
  await bench.flasher.flash(order('s2-mini'));
  expect(bench.flasher.read().phase).toBe('done');
  expect(await waitUntilTold(bench)).toEqual(setupNetwork);
  expect(board.lines).toEqual(['show_config']);
  expect(JSON.stringify(bench.flasher.read().log)).not.toContain(setupNetwork.password);
  await Bun.sleep(50);
  expect(started.readable).toBeNull();
}, 60_000);

test.concurrent('lets go of the board it asks when another is to be flashed', async () => {
  const bench = setUp('ESP32-S2');
  await bench.flasher.flash(order('s2-mini'));
  expect(bench.flasher.read().setupNetwork).toBe('asking');
  bench.rom.reset(true);
  await bench.flasher.flash(order('s2-mini'));
  expect(bench.flasher.read()).toMatchObject({ phase: 'done', problem: null });
}, 60_000);

test.concurrent('asks for the new port when the browser does not let it be found', async () => {
  const bench = setUp('ESP32-S2');
  bench.rom.isInLoader = false;
  const leaving = new FakePort({ signal: () => bench.serial.unplug(leaving) }, s2Usb);
  bench.serial.ports = [leaving];
  bench.serial.chosen = leaving;
  await bench.flasher.flash(order('s2-mini'));
  expect(bench.flasher.read().problem?.code).toBe('port_changed');
}, 60_000);
