import { expect, test } from 'bun:test';
import { ConsoleBoard, setupNetwork } from '../../../../../tests/fakes/console-board.ts';
import { FakeClock, settle } from '../../../lib/serial/testing/fake-clock.ts';
import { FakePort, FakeSerial } from '../../../lib/serial/testing/fake-port.ts';
import { DeviceSession } from './device-session.ts';
import { type DeviceSettings, suggestType } from './device-settings.ts';

const settings: DeviceSettings = {
  deviceType: 'esp32-s2-mini',
  wifiName: 'ร้าน = กาแฟ',
  wifiPassword: 'secret=pass word',
  isOpenWifi: false,
  activationKey: '7K3QX-8MZ2N-PH4RD-T9VW6',
  phone: '+66812345678',
  serverUrl: 'https://fai.example',
  allowsPlain: false,
  authority: '',
  forgetsAuthority: false,
};

interface Bench {
  clock: FakeClock;
  serial: FakeSerial;
  port: FakePort;
  board: ConsoleBoard;
  session: DeviceSession;
  /** Lines the board got, each with the time. */
  sent: { atMs: number; line: string }[];
}

function setUp(deviceType = 'esp32-s2-mini'): Bench {
  const clock = new FakeClock();
  const sent: Bench['sent'] = [];
  const connected: { port?: FakePort } = {};
  const board = new ConsoleBoard({ say: (text) => connected.port?.say(text), deviceType });
  const port = new FakePort({
    receive: (bytes) => {
      const text = new TextDecoder().decode(bytes);
      for (const line of text.split('\n')) {
        if (line !== '') sent.push({ atMs: clock.nowMs(), line });
      }
      board.receive(text);
    },
  });
  connected.port = port;
  const serial = new FakeSerial(port);
  const session = new DeviceSession({ serial, clock, now: () => 0 });
  session.start();
  return { clock, serial, port, board, session, sent };
}

const problemOf = ({ session }: Bench) => session.read().problem?.code ?? null;
const stepsOf = ({ session }: Bench) => Object.values(session.read().steps);
const notesOf = ({ session }: Bench) =>
  session.read().log.flatMap(({ content }) => (content.kind === 'note' ? [content.note] : []));

async function connected(deviceType?: string): Promise<Bench> {
  const bench = setUp(deviceType);
  await bench.session.connect();
  bench.board.boot();
  await settle();
  return bench;
}

test('opens the port at 115200 8N1', async () => {
  const { port, session } = await connected();
  expect(port.opened).toEqual([{ baudRate: 115_200, dataBits: 8, stopBits: 1, parity: 'none' }]);
  expect(session.read()).toMatchObject({ link: 'open', isReading: true, hasHeard: true });
});

test('configures a board: every value, then save and restart, with its progress', async () => {
  const bench = await connected();
  const { session, clock, board, sent } = bench;
  const progress: number[] = [];
  session.subscribe(() => {
    const now = session.read().progress;
    if (progress.at(-1) !== now) progress.push(now);
  });
  const startMs = clock.nowMs();
  void session.configure(settings);
  await clock.advance(10_000);

  expect(progress).toEqual([0, 10, 30, 50, 70, 85, 90, 95, 100]);
  expect(session.read().phase).toBe('done');
  expect(stepsOf(bench)).toEqual(Array(9).fill('done'));
  expect(sent.map(({ line }) => line)).toEqual([
    'wifi_ssid=ร้าน = กาแฟ',
    'wifi_pass=secret=pass word',
    'activation_key=7K3QX-8MZ2N-PH4RD-T9VW6',
    'customer_phone=+66812345678',
    'device_type=esp32-s2-mini',
    'server_url=https://fai.example',
    'save_config',
    'restart',
    'help',
    'show_config',
  ]);
  expect(board.stored).toMatchObject({ wifi_ssid: 'ร้าน = กาแฟ', wifi_pass: 'secret=pass word' });
  // 500 ms for other boards, 200 ms between commands, 500 ms after saving, 1 s after the restart; then
  // help at 3 s and show_config 2 s later.
  expect(sent.map(({ atMs }) => atMs - startMs)).toEqual([
    500, 700, 900, 1_100, 1_300, 1_500, 1_700, 2_200, 6_200, 8_200,
  ]);
  expect(notesOf(bench)).toContain('checked');
});

test('neither password nor key is ever in the log', async () => {
  const bench = await connected();
  void bench.session.configure(settings);
  await bench.clock.advance(10_000);
  const log = JSON.stringify(bench.session.read().log);
  expect(log).not.toContain('secret=pass');
  expect(log).not.toContain(settings.activationKey);
  expect(log).toContain('activation_key=*****-*****-*****-T9VW6');
});

test('restarts the test board first, by DTR and RTS, and waits two seconds', async () => {
  const bench = await connected('esp32-s2-test');
  const { session, clock, port, sent } = bench;
  const startMs = clock.nowMs();
  void session.configure({ ...settings, deviceType: 'esp32-s2-test' });
  await clock.advance(249);
  expect(port.signals).toEqual([{ dataTerminalReady: false, requestToSend: true }]);
  await clock.advance(1);
  expect(port.signals.at(-1)).toEqual({ dataTerminalReady: false, requestToSend: false });
  await clock.advance(2_000);
  expect(sent[0]?.atMs).toBe(startMs + 2_250);
});

test('sends a line again that was lost or cut up on its way', async () => {
  const bench = await connected();
  bench.board.losing.push('wifi_pass=', 'wifi_pass=', 'save_config');
  bench.board.garbling.push('customer_phone=', 'activation_key=');
  void bench.session.configure(settings);
  await bench.clock.advance(30_000);
  expect(bench.session.read().phase).toBe('done');
  const count = (start: string) => bench.sent.filter(({ line }) => line.startsWith(start)).length;
  expect(['wifi_ssid', 'wifi_pass', 'customer_phone', 'save_config'].map(count)).toEqual([
    1, 3, 2, 2,
  ]);
});

test('gives up after three tries without an answer', async () => {
  const bench = await connected();
  bench.board.losing.push('activation_key=', 'activation_key=', 'activation_key=');
  void bench.session.configure(settings);
  await bench.clock.advance(30_000);
  expect(problemOf(bench)).toBe('no_answer');
  expect(bench.session.read()).toMatchObject({ phase: 'failed', progress: 50 });
  expect(bench.session.read().steps.activation_key).toBe('failed');
  expect(bench.board.stored).not.toHaveProperty('wifi_ssid');
});

test.each([
  [{ wifiPassword: 'short' }, 'wifi_pass', '8 to 63 characters'],
  [{ deviceType: 'esp32-lilygo-t-display' }, 'device_type', 'this is another board'],
] as const)('says which value the board refuses: %p', async (change, subject, reason) => {
  const bench = await connected();
  void bench.session.configure({ ...settings, ...change });
  await bench.clock.advance(10_000);
  expect(bench.session.read().problem).toMatchObject({ code: 'refused', subject });
  expect(bench.session.read().problem?.reason).toContain(reason);
});

test('says that the board cannot store', async () => {
  const bench = await connected();
  bench.board.canStore = false;
  void bench.session.configure(settings);
  await bench.clock.advance(10_000);
  expect(problemOf(bench)).toBe('storage_failed');
});

test('a board that never says anything gets it all, and is reported five seconds later', async () => {
  const bench = setUp();
  bench.board.isSilent = true;
  await bench.session.connect();
  void bench.session.configure(settings);
  await bench.clock.advance(9_000);
  expect(bench.session.read()).toMatchObject({ phase: 'checking', progress: 100, problem: null });
  expect(bench.board.stored).toMatchObject({ wifi_ssid: 'ร้าน = กาแฟ' });
  expect(stepsOf(bench)).toEqual(['done', ...Array(8).fill('unanswered')]);
  const restartedMs = bench.sent.find(({ line }) => line === 'restart')?.atMs ?? 0;
  await bench.clock.advance(restartedMs + 1_000 + 4_999 - bench.clock.nowMs());
  expect(problemOf(bench)).toBeNull();
  await bench.clock.advance(1);
  expect(problemOf(bench)).toBe('no_response');
  expect(bench.sent.slice(-2).map(({ line }) => line)).toEqual(['help', 'show_config']);
});

test('says that nothing came within ten seconds of connecting, unless the board speaks', async () => {
  const silent = setUp();
  silent.board.isSilent = true;
  await silent.session.connect();
  await silent.clock.advance(9_999);
  expect(problemOf(silent)).toBeNull();
  await silent.clock.advance(1);
  expect(problemOf(silent)).toBe('no_data');
  silent.board.isSilent = false;
  silent.board.say('* hello');
  await settle();
  expect(problemOf(silent)).toBeNull();

  // One that is well but has nothing to tell is asked.
  const quiet = setUp();
  await quiet.session.connect();
  await quiet.clock.advance(20_000);
  expect(problemOf(quiet)).toBeNull();
  expect(quiet.sent.map(({ line }) => line)).toEqual(['show_config', 'scan_wifi']);
});

test('has a board tell the Wi-Fi it hears, once it is known to answer, and again when asked', async () => {
  const bench = await connected();
  const { session, board, clock, sent } = bench;
  board.networks = ['-48 locked ร้าน = กาแฟ', '-71 open WiFi connected'];
  await clock.advance(1_999);
  expect(session.read().networks).toBeNull();
  await clock.advance(1);
  expect(session.read()).toMatchObject({
    isSearching: false,
    networks: [
      { name: 'ร้าน = กาแฟ', strength: -48, isOpen: false },
      { name: 'WiFi connected', strength: -71, isOpen: true },
    ],
  });
  // A network is no event, whatever it is called.
  expect(JSON.stringify(session.read().log)).not.toContain('wifi_connected');
  board.networks = [];
  await session.searchNetworks();
  expect(session.read().networks).toEqual([]);
  expect(sent.filter(({ line }) => line === 'scan_wifi')).toHaveLength(2);
});

test('a board that begins to speak late is asked then', async () => {
  const bench = setUp();
  bench.board.isSilent = true;
  await bench.session.connect();
  await bench.clock.advance(4_000);
  expect(bench.sent.map(({ line }) => line)).toEqual(['show_config']);
  bench.board.isSilent = false;
  bench.board.networks = ['-60 locked Shop'];
  bench.board.boot();
  await settle();
  expect(bench.session.read().networks).toHaveLength(1);
});

test('with firmware that cannot search, the name is typed', async () => {
  const bench = await connected();
  bench.board.networks = null;
  await bench.clock.advance(2_000);
  expect(bench.session.read()).toMatchObject({ networks: null, isSearching: false, problem: null });
  expect(bench.session.read().log.filter(({ type }) => type === 'error')).toEqual([]);
});

test('sending waits for a search that is under way', async () => {
  const bench = await connected();
  bench.board.isSlowToSearch = true;
  await bench.clock.advance(2_000);
  expect(bench.session.read().isSearching).toBe(true);
  void bench.session.configure(settings);
  await bench.clock.advance(5_000);
  expect(bench.session.read()).toMatchObject({ phase: 'running', progress: 0 });
  bench.board.endSearch();
  await bench.clock.advance(10_000);
  expect(bench.session.read().phase).toBe('done');
  expect(bench.sent.filter(({ line }) => line.startsWith('wifi_ssid'))).toHaveLength(1);
});

test('suggests what the board says it is, else what its port lets guess', async () => {
  const bench = await connected('esp32-s2-mini');
  const { session, clock } = bench;
  expect(session.read()).toMatchObject({ chip: 'ESP32-S2', toldType: null });
  await clock.advance(2_000);
  expect(session.read().toldType).toBe('esp32-s2-mini');
  await session.disconnect();
  await session.reconnect();
  expect(session.read().toldType).toBeNull();

  // An S2 and its test board look the same: the key says which.
  expect(suggestType('ESP32-S2', null)).toBe('esp32-s2-mini');
  expect(suggestType('ESP32-S2', null, 's2-test')).toBe('esp32-s2-test');
  expect(suggestType('ESP32-C3', null, 't-display')).toBe('esp32-c3-mini');
  expect(suggestType('ESP32-S2', 'esp32-s2-mini')).toBe('esp32-s2-mini');
  expect(suggestType('ESP32', null)).toBe('esp32-lilygo-t-display');
  expect(suggestType('ESP32-C3', null)).toBe('esp32-c3-mini');
  expect(suggestType(null, null)).toBe('esp32-s2-mini');
  expect(suggestType(null, null, 't-display')).toBe('esp32-lilygo-t-display');
});

test('an open network needs no password, and the one that was typed is not sent', async () => {
  const bench = await connected();
  void bench.session.configure({ ...settings, isOpenWifi: true });
  await bench.clock.advance(10_000);
  expect(bench.session.read().phase).toBe('done');
  expect(bench.board.stored).toMatchObject({ wifi_pass: '' });
});

test('begins by itself with the one board that was chosen before, once it is back', async () => {
  const bench = setUp();
  const { session, serial, port, clock } = bench;
  serial.ports = [];
  void session.connectKnown();
  await clock.advance(3_000);
  expect(session.read().link).toBe('closed');
  serial.ports = [port];
  await clock.advance(250);
  expect([session.read().link, serial.requested]).toEqual(['open', 0]);

  // Two of them: nobody can tell which is meant.
  const doubt = setUp();
  doubt.serial.ports = [doubt.port, new FakePort()];
  void doubt.session.connectKnown();
  await doubt.clock.advance(20_000);
  expect(doubt.session.read()).toMatchObject({ link: 'closed', problem: null });
});

test('names what keeps it from connecting', async () => {
  const none = setUp();
  none.serial.chosen = null;
  await none.session.connect();
  expect(problemOf(none)).toBe('no_port');

  const busy = setUp();
  busy.port.openFailure = Object.assign(new Error('Failed to open serial port.'), {
    name: 'NetworkError',
  });
  await busy.session.connect();
  expect(busy.session.read().problem).toEqual({
    code: 'port_busy',
    reason: 'Failed to open serial port.',
  });

  const odd = setUp();
  odd.port.openFailure = new Error('who knows');
  await odd.session.connect();
  expect(problemOf(odd)).toBe('connect_failed');
  expect(odd.session.read().link).toBe('closed');
});

test('says what is missing before it begins', async () => {
  const bench = setUp();
  await bench.session.configure(settings);
  expect(problemOf(bench)).toBe('connect_first');
  await bench.session.runCommand('help');
  expect(problemOf(bench)).toBe('not_connected');
  await bench.session.restartReading();
  expect(problemOf(bench)).toBe('not_connected');
  await bench.session.reconnect();
  expect(problemOf(bench)).toBe('not_connected');
  await bench.session.connect();
  for (const missing of [{ wifiName: '  ' }, { wifiPassword: '' }]) {
    await bench.session.configure({ ...settings, ...missing });
    expect(problemOf(bench)).toBe('fill_wifi');
  }
  expect(bench.sent).toEqual([]);
});

test('goes on reading after a passing failure, and says when reading has ended', async () => {
  const bench = await connected();
  bench.port.failReading('BufferOverrunError');
  await settle();
  bench.board.say('* still here');
  await settle();
  expect(problemOf(bench)).toBeNull();
  expect(bench.session.read().log.at(-1)?.content).toEqual({
    kind: 'received',
    line: '* still here',
  });

  bench.port.failReading('UnknownError', 'broken');
  await settle();
  expect(bench.session.read().problem).toEqual({ code: 'read_error', reason: 'broken' });
  expect(bench.session.read()).toMatchObject({ link: 'open', isReading: false });
});

test('says that something else reads the port, and begins anew when asked', async () => {
  const bench = setUp();
  const open = bench.port.open.bind(bench.port);
  const held: { reader?: ReadableStreamDefaultReader } = {};
  bench.port.open = async (options) => {
    await open(options);
    const reader = bench.port.readable?.getReader();
    if (reader) held.reader = reader;
  };
  await bench.session.connect();
  expect(problemOf(bench)).toBe('cannot_read');
  held.reader?.releaseLock();
  await bench.session.restartReading();
  expect(problemOf(bench)).toBeNull();
  bench.board.say('* here');
  await settle();
  expect(bench.session.read().hasHeard).toBe(true);
});

test('says that sending failed, and that the port takes nothing', async () => {
  const bench = await connected();
  bench.port.writeFailure = new Error('no good');
  await bench.session.runCommand('help');
  expect(bench.session.read().problem).toEqual({ code: 'send_failed', reason: 'no good' });

  const stuck = await connected();
  stuck.port.writeFailure = 'never';
  void stuck.session.configure(settings);
  await stuck.clock.advance(4_000);
  expect(problemOf(stuck)).toBe('send_failed');
  expect(stuck.session.read().phase).toBe('failed');
});

test('runs a test command, and recognises what the board tells', async () => {
  const bench = await connected('esp32-s2-test');
  void bench.session.runCommand('led_test');
  expect(bench.session.read().command).toBe('led_test');
  await settle();
  expect(bench.session.read()).toMatchObject({ command: null, problem: null });
  const signs = bench.session
    .read()
    .log.flatMap(({ content }) => (content.kind === 'sign' ? [content.sign] : []));
  expect(signs).toEqual(['led_on', 'led_off']);

  const mini = await connected('esp32-s2-mini');
  await mini.session.runCommand('led_test');
  expect(mini.session.read().problem).toMatchObject({ code: 'refused', subject: 'led_test' });

  const deaf = await connected();
  deaf.board.isSilent = true;
  void deaf.session.runCommand('help');
  await deaf.clock.advance(6_000);
  expect(problemOf(deaf)).toBe('no_answer');
  expect(deaf.sent).toHaveLength(3);
});

/** A board whose port goes away with a restart, and comes back as another one, or never. */
async function connectedOverUsb(deviceType: string, awayMs?: number): Promise<Bench> {
  const clock = new FakeClock();
  const sent: Bench['sent'] = [];
  const now: { port: FakePort } = { port: new FakePort() };
  const restart = () => {
    const gone = now.port;
    serial.unplug(gone);
    if (awayMs === undefined) return;
    clock.after(awayMs, () => {
      now.port = makePort();
      serial.plug(now.port);
      board.boot();
    });
  };
  const board = new ConsoleBoard({
    say: (text) => now.port.say(text),
    onRestart: () => queueMicrotask(restart),
    deviceType,
  });
  const makePort = () => {
    let rts = false;
    return new FakePort({
      receive: (bytes) => {
        const text = new TextDecoder().decode(bytes);
        sent.push({ atMs: clock.nowMs(), line: text.trim() });
        board.receive(text);
      },
      signal: ({ requestToSend = false }) => {
        if (rts && !requestToSend) restart();
        rts = requestToSend;
      },
    });
  };
  now.port = makePort();
  const serial = new FakeSerial(now.port);
  const session = new DeviceSession({ serial, clock, now: () => 0 });
  session.start();
  await session.connect();
  board.boot();
  await settle();
  return { clock, serial, port: now.port, board, session, sent };
}

test('finds a board again whose port goes away with each restart', async () => {
  const bench = await connectedOverUsb('esp32-s2-test', 1_500);
  void bench.session.configure({ ...settings, deviceType: 'esp32-s2-test' });
  await bench.clock.advance(20_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', problem: null, link: 'open' });
  expect(notesOf(bench).filter((note) => note === 'returned')).toHaveLength(2);
  expect(notesOf(bench)).toContain('checked');
  expect(bench.board.stored).toMatchObject({ wifi_ssid: settings.wifiName });
});

test('waits for a restart that takes longer than two seconds', async () => {
  const bench = await connectedOverUsb('esp32-s2-test', 6_000);
  void bench.session.configure({ ...settings, deviceType: 'esp32-s2-test' });
  await bench.clock.advance(40_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', problem: null });
});

test('a configured board that does not come back is said to be stored all the same', async () => {
  const bench = await connectedOverUsb('esp32-s2-mini');
  void bench.session.configure(settings);
  await bench.clock.advance(30_000);
  expect(problemOf(bench)).toBe('not_back');
  expect(bench.session.read()).toMatchObject({ phase: 'done', progress: 100, link: 'closed' });
});

test('says that the board was unplugged during a run', async () => {
  const bench = await connected();
  bench.board.losing.push('activation_key=');
  void bench.session.configure(settings);
  await bench.clock.advance(1_500);
  bench.serial.unplug(bench.port);
  await bench.clock.advance(100);
  expect(bench.session.read().problem).toEqual({ code: 'port_lost', subject: 'activation_key' });
  expect(bench.session.read().phase).toBe('failed');
});

test('a board unplugged while nothing goes on is looked for, then said to be gone', async () => {
  const bench = await connected();
  bench.serial.unplug(bench.port);
  await settle();
  expect(bench.session.read().link).toBe('lost');
  await bench.clock.advance(10_500);
  expect(problemOf(bench)).toBe('port_lost');
  expect(bench.session.read().link).toBe('closed');
});

/** A board was unplugged and is back: the search for it is opening its port, and somebody presses connect. */
async function connectingWhileBackIsOpened() {
  const bench = await connected();
  bench.serial.unplug(bench.port);
  await settle();
  const { promise: isOpened, resolve: finishOpening } = Promise.withResolvers<void>();
  const back = new FakePort();
  back.opensAfter = isOpened;
  bench.serial.plug(back);
  await bench.clock.advance(250);
  const connecting = bench.session.connect();
  await settle();
  return { bench, back, connecting, finishOpening };
}

test('connecting by hand while the board that came back is being opened', async () => {
  const { bench, back, connecting, finishOpening } = await connectingWhileBackIsOpened();
  finishOpening();
  await connecting;
  await settle();
  expect(bench.session.read()).toMatchObject({ link: 'open', problem: null });
  back.say('* here\r\n');
  await settle();
  expect(bench.session.read().hasHeard).toBe(true);
});

test('disconnecting while the board that came back is being opened closes its port', async () => {
  const { bench, back, connecting, finishOpening } = await connectingWhileBackIsOpened();
  const leaving = bench.session.disconnect();
  finishOpening();
  await Promise.all([connecting, leaving]);
  await settle();
  expect(bench.session.read().link).toBe('closed');
  expect(back.readable).toBeNull();
});

test('a search of an earlier loss adopts nothing in a later one', async () => {
  const { bench, back, connecting, finishOpening } = await connectingWhileBackIsOpened();
  const other = new FakePort();
  bench.serial.plug(other);
  bench.serial.chosen = other;
  void bench.session.connect();
  await bench.clock.advance(3_500);
  await connecting;
  expect(bench.session.read().link).toBe('open');
  bench.serial.unplug(other);
  await settle();
  expect(bench.session.read().link).toBe('lost');
  finishOpening();
  await settle();
  expect(back.readable).toBeNull();
  expect(bench.session.read().link).toBe('lost');
});

test('pressing connect twice connects once', async () => {
  const bench = await connected();
  const opened = bench.port.opened.length;
  const { promise: isOpened, resolve: finishOpening } = Promise.withResolvers<void>();
  bench.port.opensAfter = isOpened;
  const first = bench.session.reconnect();
  await settle();
  const second = bench.session.reconnect();
  await settle();
  finishOpening();
  await Promise.all([first, second]);
  await settle();
  expect(bench.session.read()).toMatchObject({ link: 'open', problem: null });
  // The first was opened, and closed again since it was no longer wanted.
  expect(bench.port.opened).toHaveLength(opened + 2);
  expect(notesOf(bench).filter((note) => note === 'connected')).toHaveLength(2);
});

test('a search that does not end keeps nobody from connecting', async () => {
  const bench = await connected();
  bench.serial.unplug(bench.port);
  await settle();
  const stuck = new FakePort();
  stuck.opensAfter = new Promise(() => {});
  bench.serial.plug(stuck);
  await bench.clock.advance(250);
  const other = new FakePort();
  bench.serial.plug(other);
  const connecting = bench.session.connect();
  await bench.clock.advance(3_500);
  await connecting;
  expect(bench.session.read()).toMatchObject({ link: 'open', problem: null });
});

test('disconnecting ends everything at once, without a complaint', async () => {
  const bench = await connected();
  void bench.session.configure(settings);
  await bench.clock.advance(800);
  await bench.session.disconnect();
  await bench.clock.advance(30_000);
  expect(bench.session.read()).toMatchObject({
    link: 'closed',
    phase: 'idle',
    progress: 0,
    problem: null,
  });
  expect(stepsOf(bench)).toEqual([]);
  expect(bench.port.readable).toBeNull();

  await bench.session.reconnect();
  expect(bench.session.read().link).toBe('open');
  expect(bench.serial.requested).toBe(1);
});

test('says that the board stored something else', async () => {
  const bench = await connected();
  const { board } = bench;
  void bench.session.configure(settings);
  await bench.clock.advance(7_000);
  board.receive('wifi_ssid=other\n');
  await bench.clock.advance(5_000);
  expect(bench.session.read().problem).toEqual({ code: 'stored_other', subject: 'wifi_ssid' });
});

test('asks again what was stored when that question got lost', async () => {
  const bench = await connected();
  bench.board.losing.push('show_config', 'show_config');
  void bench.session.configure(settings);
  await bench.clock.advance(15_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', problem: null });
  expect(notesOf(bench)).toContain('checked');

  bench.board.losing.push('show_config');
  void bench.session.configure(settings);
  await bench.clock.advance(7_000);
  bench.board.receive('wifi_ssid=other\n');
  await bench.clock.advance(5_000);
  expect(bench.session.read().problem).toEqual({ code: 'stored_other', subject: 'wifi_ssid' });
});

test('a board that says no more once it is configured is stored, and not checked', async () => {
  const bench = await connected();
  void bench.session.configure(settings);
  await bench.clock.advance(6_000);
  bench.board.isSilent = true;
  await bench.clock.advance(10_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', problem: null });
  expect(notesOf(bench)).toContain('configured');
  expect(notesOf(bench)).not.toContain('checked');
  expect(bench.sent.filter(({ line }) => line === 'show_config')).toHaveLength(3);
});

test('a board with older firmware does without the address of the server', async () => {
  const bench = await connected();
  const receive = bench.board.receive.bind(bench.board);
  bench.board.receive = (text) => {
    if (text.startsWith('server_url=')) bench.board.say('ERR unknown_field try help');
    else {
      if (text.startsWith('device_type=')) receive('server_url=https://old\n');
      receive(text);
    }
  };
  void bench.session.configure(settings);
  await bench.clock.advance(12_000);
  expect(bench.session.read().phase).toBe('done');
  expect(bench.session.read().steps.server_url).toBe('unanswered');
});

test('an unconfigured board tells the password of its own Wi-Fi, which is not in the log', async () => {
  const bench = await connected();
  expect(bench.session.read().setupNetwork).toEqual(setupNetwork);

  // Long before anybody listened.
  const late = setUp();
  await late.session.connect();
  late.board.say('* WiFi not connected: no answer');
  await late.clock.advance(1_999);
  expect(late.session.read().setupNetwork.password).toBeNull();
  await late.clock.advance(1);
  expect(late.session.read().setupNetwork).toEqual(setupNetwork);

  for (const { session } of [bench, late]) {
    const log = JSON.stringify(session.read().log);
    expect(log).toContain('etup');
    expect(log).not.toContain(setupNetwork.password);
  }

  void bench.session.configure(settings);
  await bench.clock.advance(10_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', setupNetwork: { password: null } });
});

test('sends a key in clear beyond the own network only where that was allowed', async () => {
  const bench = await connected();
  const plain = { ...settings, serverUrl: 'http://fai.example:3000' };
  void bench.session.configure(plain);
  await bench.clock.advance(10_000);
  expect(bench.session.read()).toMatchObject({
    phase: 'failed',
    problem: { code: 'not_encrypted' },
    steps: { save_config: 'failed' },
  });
  expect(bench.board.stored).not.toHaveProperty('wifi_ssid');
  expect(bench.sent.map(({ line }) => line)).not.toContain('allow_plain=yes');

  void bench.session.configure({ ...plain, allowsPlain: true });
  await bench.clock.advance(10_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', problem: null });
  expect(bench.session.read().steps.allow_plain).toBe('done');
  expect(bench.board.stored).toMatchObject({ server_url: plain.serverUrl });
});

test('a board with older firmware needs no such word', async () => {
  const bench = await connected();
  const receive = bench.board.receive.bind(bench.board);
  bench.board.receive = (text) => {
    if (text.startsWith('allow_plain=')) bench.board.say('ERR unknown_field try help');
    else receive(text);
  };
  void bench.session.configure({ ...settings, allowsPlain: true });
  await bench.clock.advance(15_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', problem: null });
  expect(bench.session.read().steps.allow_plain).toBe('unanswered');
});

test('gives a board its certificate authority in parts, and lets it forget that again', async () => {
  const bench = await connected();
  const base64 = `MIIB${'Qk9BUkQ0'.repeat(60)}`;
  const authority = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  // One of them is lost on its way.
  bench.board.losing.push('server_ca@120=');
  void bench.session.configure({ ...settings, authority });
  await bench.clock.advance(20_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', problem: null });
  expect(bench.session.read().steps.server_ca).toBe('done');
  expect(bench.board.stored['server_ca']).toBe(base64);
  const longest = Math.max(...bench.sent.map(({ line }) => line.length));
  expect(longest).toBeLessThanOrEqual(200);

  void bench.session.configure({ ...settings, authority, forgetsAuthority: true });
  await bench.clock.advance(20_000);
  expect(bench.session.read()).toMatchObject({ phase: 'done', problem: null });
  expect(bench.board.stored).not.toHaveProperty('server_ca');
});

test('says that a board has not kept the authority it was given', async () => {
  const bench = await connected();
  const receive = bench.board.receive.bind(bench.board);
  bench.board.receive = (text) => {
    if (text.startsWith('server_ca@')) bench.board.say('OK server_ca');
    else receive(text);
  };
  const authority = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  void bench.session.configure({ ...settings, authority });
  await bench.clock.advance(20_000);
  expect(bench.session.read()).toMatchObject({
    phase: 'failed',
    problem: { code: 'stored_other', subject: 'server_ca' },
  });
});

test('does not touch the authority of a board whose owner said nothing of it', async () => {
  const bench = await connected();
  void bench.session.configure(settings);
  await bench.clock.advance(15_000);
  expect(bench.sent.filter(({ line }) => line.startsWith('server_ca'))).toEqual([]);
});

test('the log can be cleared', async () => {
  const bench = await connected();
  expect(bench.session.read().log.length).toBeGreaterThan(0);
  bench.session.clearLog();
  expect(bench.session.read().log).toEqual([]);
});

test('follows a configured board until it is online, over what is in its way', async () => {
  const bench = await connected();
  const { session, board, clock } = bench;
  void session.configure(settings);
  await clock.advance(10_000);
  expect(session.read().arrival).toEqual({ wifi: 'active', online: 'waiting' });
  board.say('* WiFi not connected: wrong password');
  await settle();
  expect(session.read().problem).toEqual({ code: 'wifi_failed', reason: 'wrong password' });
  board.say('* WiFi connected: 192.168.1.7');
  await settle();
  expect(session.read()).toMatchObject({
    problem: null,
    arrival: { wifi: 'done', online: 'active' },
  });
  await clock.advance(60_000);
  expect(problemOf(bench)).toBe('not_online');
  board.say('* Server refused: KEY_IN_USE');
  await settle();
  expect(session.read().problem).toEqual({ code: 'server_refused', reason: 'KEY_IN_USE' });
  board.say('* Server: online over MQTT');
  await settle();
  expect(session.read()).toMatchObject({
    problem: null,
    arrival: { wifi: 'done', online: 'done' },
  });
});

test('takes the word of the server for a board that cannot be heard any more', async () => {
  const bench = await connectedOverUsb('esp32-s2-mini');
  void bench.session.configure(settings);
  await bench.clock.advance(30_000);
  bench.session.tellOnline();
  expect(bench.session.read()).toMatchObject({
    problem: null,
    arrival: { wifi: 'done', online: 'done' },
  });
});
