/** The simulated device itself, as far as the other tests rely on it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../harness.ts';
import { makeKey, phone } from './key.ts';
import { buildSimDevice, SimDevice } from './sim-device.ts';
import { StubServer } from './stub-server.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'simdevice-program-'));
});
afterAll(() => rm(dir, { recursive: true }));

test.concurrent('explains its options and the errors of its command line', async () => {
  const binary = await buildSimDevice();
  const help = await runProgram([binary, '--help']);
  expect(help.code).toBe(0);
  for (const word of ['--store', '--time-scale', 'flash-cut', 'SIGUSR1', 'acknowledged']) {
    expect(help.stdout).toContain(word);
  }
  const store = ['--store', join(dir, 'wrong')];
  const wrong = [
    [[], '--store DIR is needed'],
    [[...store, '--bogus'], 'there is no option --bogus'],
    [[...store, '--board', 'toaster'], 'there is no board toaster'],
    [[...store, '--time-scale', 'fast'], '--time-scale must be a number'],
    [[...store, '--key', 'AAAAA-BBBBB'], 'activation_key: no activation key'],
    [[...store, '--device-id', 'fw-1'], '--device-id is fw- and twelve hex digits'],
    [[...store, '--transport', 'pigeon'], '--transport is mqtt, http or auto'],
  ] as const;
  for (const [args, words] of wrong) {
    const { code, stderr } = await runProgram([binary, ...args]);
    expect(stderr).toContain(words);
    expect(code).toBe(2);
  }
}, 60_000);

test.concurrent('keeps its name and its store to itself', async () => {
  const store = join(dir, 'mine');
  await using device = await SimDevice.start({ store });
  const { code, stderr } = await runProgram([await buildSimDevice(), '--store', store]);
  expect(code).toBe(1);
  expect(stderr).toContain('is in use');
  const id = device.deviceId;
  expect(await device.stop()).toBe(0);
  await using again = await SimDevice.start({ store });
  expect(again.deviceId).toBe(id);
}, 60_000);

test.concurrent('does what the control socket says and answers each line', async () => {
  const path = join(dir, 'control');
  await using device = await SimDevice.start({ args: ['--control', path, '--battery', '4000'] });
  const { stdout } = await sayTo(path, 'mains off', 'bogus', 'battery many', 'status');
  expect(stdout.trim().split('\n')).toEqual([
    'OK',
    'ERR there is no such command',
    'ERR millivolts from 0 to 5000',
    'OK',
  ]);
  await device.expectEvent({ event: 'status', mains: false, battery: 4_000 });
  await sayTo(path, 'quit');
  await device.expectEvent({ event: 'ended' });
}, 60_000);

test.concurrent('gives its board the true reason of each reset', async () => {
  await using device = await SimDevice.start({ args: ['--watchdog-ms', '1500'] });
  await device.expectEvent({ event: 'boot', reset_reason: 'power_on' });
  for (const [command, reason] of [
    ['crash', 'panic'],
    ['reset', 'external'],
    ['freeze', 'watchdog'],
    ['power-cut 20', 'power_on'],
  ] as const) {
    device.tell(command);
    await device.expectEvent({ event: 'boot', reset_reason: reason });
    await device.expectEvent({ event: 'console', line: `* reset: ${reason}` });
  }
  // Signals, as from a shell: a board without battery goes off and on with the mains.
  device.signal('SIGUSR1');
  await device.expectEvent({ event: 'board', state: 'off' });
  device.signal('SIGUSR2');
  await device.expectEvent({ event: 'boot', reset_reason: 'power_on' });
  // An empty battery differs from a pulled plug.
  device.tell('battery 3400');
  device.tell('mains off');
  await device.expectEvent({ event: 'sensed', mains: 'off' });
  device.tell('battery 2600');
  await device.expectEvent({ event: 'reset', reason: 'brownout' });
  device.tell('mains on');
  await device.expectEvent({ event: 'boot', reset_reason: 'brownout' });
}, 60_000);

test.concurrent('fails the test when the firmware itself breaks', async () => {
  const device = await SimDevice.start();
  await device.expectEvent({ event: 'boot' });
  device.signal('SIGSEGV');
  await expect(device[Symbol.asyncDispose]()).rejects.toThrow('The firmware broke');
}, 60_000);

test.concurrent('senses the mains by its battery or its USB supply, too, and shows it', async () => {
  using server = await StubServer.start();
  const configured = { server: server.url, key: makeKey(), phone };
  await using display = await SimDevice.start({
    ...configured,
    args: ['--board', 't-display', '--mains-sense'],
  });
  await using usb = await SimDevice.start({ ...configured, args: ['--mains-sense=vbus'] });
  for (const device of [display, usb]) {
    await device.expectEvent({ event: 'http', state: 'answered', path: /heartbeat/ });
    await device.make('mains off');
  }
  await display.expectEvent({ event: 'backlight', on: false });
  const events = await server.expectEvents(2);
  expect(events.map(({ type }) => type)).toEqual(['POWER_DOWN', 'POWER_DOWN']);
  await display.make('mains on');
  await display.expectEvent({ event: 'display', headline: 'POWER ON' });
  const all = await server.expectEvents(3);
  expect(all.filter(({ type }) => type === 'POWER_RECOVER')).toHaveLength(1);
}, 60_000);

test.concurrent('can run the board’s clock fast or with drift', async () => {
  await using device = await SimDevice.start();
  await device.make('clock-drift 500000');
  const uptime = async () => {
    await device.serial.ask('test_response');
    return device.events({ event: 'console', line: /^ERR not_allowed/ }).at(-1);
  };
  const before = await uptime();
  await Bun.sleep(1_000);
  const after = await uptime();
  if (before === undefined || after === undefined) throw new Error('It does not answer');
  const rate = ((after.up ?? 0) - (before.up ?? 0)) / (after.t - before.t);
  expect(rate).toBeGreaterThan(1.4);
  expect(rate).toBeLessThan(1.6);
}, 60_000);

test.concurrent('accepts every valid HTTP answer and refuses malformed ones', async () => {
  using server = await StubServer.start();
  let answer = (): Response | undefined => undefined;
  server.override = () => answer();
  const later = () => Response.json({ ok: false, code: 'UNAVAILABLE' }, { status: 503 });
  answer = later;
  await using device = await SimDevice.start({
    server: server.url,
    key: makeKey(),
    phone,
    args: ['--time-scale', '100'],
  });
  await device.expectEvent({ event: 'http', state: 'answered', status: 503 });
  // In chunks of a few bytes, as some proxies send everything.
  const enrolment = JSON.stringify({
    ok: true,
    device_token: `fwd_${'x'.repeat(43)}`,
    heartbeat_interval_seconds: 10,
    mqtt: { port: null, tls: false, path: '/mqtt' },
    server_time: new Date().toISOString(),
  });
  answer = () => new Response(inChunks(enrolment), { headers: { 'x-none': '' } });
  await device.expectEvent({ event: 'console', line: '* Server: enrolled' });
}, 60_000);

test.concurrent.each([
  ['speaks another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
  ['ends in the middle', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"ok":'],
  ['says no length that is one', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
  ['sends a chunk of no length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['closes without a word', ''],
])(
  'calls a server broken that %s',
  async (_, bytes) => {
    const server = createServer((socket) => socket.end(bytes));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await using device = await SimDevice.start({
      server: `http://127.0.0.1:${port}`,
      key: makeKey(),
      phone,
    });
    await device.expectEvent({ event: 'http', state: 'failed', failure: 'broken' });
    server.close();
  },
  60_000,
);

test.concurrent('leaves no pseudo-terminal and no link behind', async () => {
  await using device = await SimDevice.start();
  const { link } = await device.expectEvent({ event: 'serial', state: 'open' });
  expect((await stat(String(link))).isCharacterDevice()).toBe(true);
  await device.stop();
  expect(stat(String(link))).rejects.toThrow();
}, 60_000);

/** Says lines to a control socket and hears an answer to each. */
function sayTo(path: string, ...lines: readonly string[]) {
  // Runs in a program of its own: after connections to Unix sockets Bun 1.4 sometimes stops reading pipes.
  const script = `
    const [path, ...lines] = process.argv.slice(1);
    const socket = require('node:net').connect(path);
    let answers = 0;
    socket.on('data', (data) => {
      process.stdout.write(data);
      for (const byte of data) if (byte === 10) answers++;
      if (answers === lines.length) socket.end();
    });
    for (const line of lines) socket.write(line + String.fromCharCode(10));`;
  return runProgram(['node', '-e', script, path, ...lines]);
}

function inChunks(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await Bun.sleep(1);
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 7));
      at += 7;
    },
  });
}
