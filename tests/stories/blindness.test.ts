/**
 * Silence says nothing about the devices while the server's own line is dead, or the server is off.
 */
import { expect, test } from 'bun:test';
import { App, firstChatId } from '../support/app.ts';

interface Gap {
  readonly kind: string;
  readonly from_at: number;
  readonly to_at: number | null;
}

const gaps = (app: App) => app.data.read<Gap>('SELECT * FROM observation_gaps ORDER BY id');
const countOutages = (app: App) => app.data.readNumber('SELECT count(*) FROM outages');

/** Boards that come through a tunnel on this machine, as where the pages have a public address. */
const beyond = { FAIWATCH_PUBLIC_URL: 'https://power.example' };

test.each([1, 4, 10])(
  '%i boards silent while our line is dead raise nothing and leave a gap',
  async (devices) => {
    await using app = await App.start({ devices, settings: { heartbeatTimeout: 30 }, env: beyond });
    const { telegram, boards } = app;
    const connected = await Promise.all(boards.map((board) => app.connect(board)));
    await app.advance('30 s');

    await telegram.goDown();
    const frozen = connected.slice(0, Math.max(1, devices - 4));
    for (const device of frozen) device.freezes();
    const frozenAt = app.time.wallMs;
    await app.advance('1 min');
    expect(gaps(app)).toEqual([
      expect.objectContaining({ kind: 'uplink', from_at: frozenAt, to_at: null }),
    ]);
    expect(countOutages(app)).toBe(0);

    await telegram.comeBack();
    await app.advance('6 s');
    expect(gaps(app)[0]?.to_at).not.toBeNull();
    // All but the first connect again. They were only out of the server's sight.
    for (const device of frozen.slice(1)) await app.connect(device.board);
    await app.advance('20 s');
    expect(countOutages(app)).toBe(0);
    expect(telegram.sent).toEqual([]);

    // A device that stays away is missed a full time-out after the server could see again, and nobody is told before it
    // had its time to come back.
    await app.advance('15 s');
    expect(countOutages(app)).toBe(1);
    expect(telegram.sent).toEqual([]);
    await app.advance('30 s');
    expect(telegram.sent).toHaveLength(1);
    expect(app.textsTo(firstChatId)).toEqual([expect.stringContaining('Contact lost')]);
    expect(countOutages(app)).toBe(1);
    expect(gaps(app)).toHaveLength(1);
  },
);

test('a line that was dead while sessions were lost, and is back when they are judged, raises nothing', async () => {
  await using app = await App.start({ devices: 1, env: beyond });
  const device = await app.connect();
  await app.advance('30 s');
  await app.telegram.goDown();
  device.freezes();
  // Keepalive expires after 15 s; the line is back 6 s later, and the board's ten seconds go on.
  await app.advance('21 s');
  await app.telegram.comeBack();
  await app.advance('15 s');
  await app.connect();
  await app.advance('1 min');
  expect(countOutages(app)).toBe(0);
  expect(app.telegram.sent).toEqual([]);
});

test('a board in a network of our own is judged without a line, and is not said to be unobserved', async () => {
  await using app = await App.start({ devices: 1, settings: { heartbeatTimeout: 30 } });
  const device = await app.connect();
  await app.advance('30 s');
  await app.telegram.goDown();
  device.freezes();
  await app.advance('30 s');
  expect(countOutages(app)).toBe(1);
  expect(gaps(app)).toMatchObject([{ kind: 'uplink', to_at: null }]);
  await app.telegram.comeBack();
  await app.advance('30 s');
  await app.connect();
  await app.advance('3 min');
  const causes = app.data.read<{ cause: string }>('SELECT cause FROM outages');
  expect(causes).not.toContainEqual({ cause: 'unobserved' });
});

test('a message that does not get through has our own line looked at, though no board is silent', async () => {
  await using app = await App.start({ devices: 1, env: beyond });
  const device = await app.connect();
  await app.advance('30 s');
  await app.telegram.goDown();
  await device.losesMains();
  await app.advance('90 s');
  expect(gaps(app)).toMatchObject([{ kind: 'uplink', to_at: null }]);
  await app.telegram.comeBack();
  await app.advance('90 s');
  expect(gaps(app)[0]?.to_at).not.toBeNull();
});

test.each([
  ['through a tunnel is never judged, and nothing is recorded', beyond, 0],
  ['at home is judged as ever', {}, 1],
])('without internet by configuration, a board %s', async (_, env, outages) => {
  const none = { ...env, FAIWATCH_UPLINK_TARGETS: 'none' };
  await using app = await App.start({ devices: 1, settings: { heartbeatTimeout: 30 }, env: none });
  const device = await app.connect();
  await app.advance('30 s');
  device.freezes();
  await app.advance('10 min');
  expect(countOutages(app)).toBe(outages);
  expect(gaps(app)).toEqual([]);
});

test('half the fleet silent while the messenger answers is an outage of the area', async () => {
  await using app = await App.start({
    ...{ devices: 10, settings: { heartbeatTimeout: 30 }, env: beyond },
  });
  const devices = await Promise.all(app.boards.map((board) => app.connect(board)));
  await app.advance('30 s');
  for (const device of devices.slice(0, 6)) device.freezes();
  await app.advance('35 s');
  expect(countOutages(app)).toBe(6);
  expect(app.telegram.sent).toHaveLength(6);
  expect(gaps(app)).toEqual([]);
});

test('a restart in the middle of 300 healthy devices raises nothing but what is true', async () => {
  await using app = await App.start({ devices: 300, settings: { heartbeatTimeout: 30 } });
  const { boards, telegram } = app;
  await Promise.all(boards.map((board) => app.connect(board)));
  await app.advance('12 s');

  const stoppedAt = app.time.wallMs;
  await app.restart('3 s');
  const startedAt = app.time.wallMs;
  // One of them truly dies meanwhile, which a restart must not hide.
  await Promise.all(boards.slice(1).map((board) => app.connect(board)));
  await app.advance('28 s');
  expect(countOutages(app)).toBe(0);
  expect(telegram.sent).toEqual([]);

  await app.advance('12 s');
  expect(countOutages(app)).toBe(1);
  expect(telegram.sent).toHaveLength(1);
  expect(app.textsTo(firstChatId)).toEqual([expect.stringContaining('Contact lost')]);
  expect(gaps(app)).toEqual([expect.objectContaining({ kind: 'server_off', to_at: startedAt })]);
  expect(gaps(app)[0]?.from_at).toBeGreaterThanOrEqual(stoppedAt);
});

test('a wall clock that is set raises nothing, and what it dated moves with it', async () => {
  await using app = await App.start({ devices: 2, settings: { heartbeatTimeout: 30 } });
  const [steady, lost] = await Promise.all(app.boards.map((board) => app.connect(board)));
  await app.advance('30 s');
  const down = await lost?.losesMains();
  await app.advance('10 s');
  const yearMs = 365 * 86_400_000;
  app.time.wallMs += yearMs;
  await app.advance('1 min');
  expect(steady?.isConnected).toBe(true);
  expect(app.data.read('SELECT down_at FROM outages')).toEqual([
    { down_at: (down?.at ?? 0) + yearMs },
  ]);
  expect(app.telegram.sent).toHaveLength(1);
  expect(gaps(app)).toEqual([expect.objectContaining({ kind: 'clock', jump_ms: yearMs })]);
});
