/** Calls through a real baresip to an exchange with phones of ours, which keep what they hear. */
import { afterEach, expect, test } from 'bun:test';
import { createSocket } from 'node:dgram';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  type FakeExchange,
  type SipPhone,
  sipAccount,
  startFakeExchange,
} from '../../../../../tests/fakes/sip/fake-exchange.ts';
import { keyPacket, readOffer } from '../../../../../tests/fakes/sip/phone-sound.ts';
import { makeRecogniser } from '../../../../../tests/fakes/sip/recognise-stream.ts';
import { makeToneVoice } from '../../../../../tests/fakes/sip/tone-voice.ts';
import { testSip } from '../../../../../tests/fakes/sip/with-baresip.ts';
import { tempPath } from '../../../../../tests/support/temp-dir.ts';
import { realTime } from '../../../../server/clock.ts';
import { SendError } from '../../../channel.ts';
import type { CallOutcome } from '../call-way.ts';
import type { Speech } from '../conversation.ts';
import { Voice } from '../voice.ts';
import { missing } from './baresip-line.ts';
import { soundPorts } from './false-ports.ts';
import { findBaresip } from './find-baresip.ts';
import { addressOf } from './sip-account.ts';
import { askSip, SipWay } from './sip-way.ts';

const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const tones = new Voice(makeToneVoice());
const recogniseTones = makeRecogniser(tones);
/** Nobody is patient in a test. */
const bounds = { ringMs: 1_500, longestMs: 30_000 };

interface World {
  readonly exchange: FakeExchange;
  readonly way: SipWay;
  readonly folder: string;
  readonly acknowledged: string[];
  readonly leftAlone: string[];
  readonly warnings: object[];
}

async function open(more: Partial<ConstructorParameters<typeof SipWay>[0]> = {}): Promise<World> {
  const exchange = await startFakeExchange();
  closers.push(() => exchange.close());
  const folder = tempPath('lines');
  const world = { exchange, folder, acknowledged: [], leftAlone: [], warnings: [] };
  const way = makeWay(world, more);
  return { ...world, way };
}

function makeWay(
  { exchange, folder, acknowledged, leftAlone, warnings }: Omit<World, 'way'>,
  more: Partial<ConstructorParameters<typeof SipWay>[0]> = {},
): SipWay {
  const quiet = () => {};
  const way = new SipWay({
    account: { ...sipAccount, server: exchange.server, dial: '{to}' },
    ...{ folder, bounds, homeCode: '66', atOnce: 20, voice: tones, setTimer: realTime.setTimer },
    leftAlone: {
      add: (wish, address) => void leftAlone.push(`${wish} ${address}`),
      has: () => false,
    },
    acknowledge: (_, { address, notificationId }) =>
      void acknowledged.push(`${address} ${notificationId}`),
    log: { debug: quiet, info: quiet, error: quiet, warn: (fields) => void warnings.push(fields) },
    ...more,
  });
  closers.push(() => way.close());
  return way;
}

let lastNumber = 812_345_000;
function newNumber(): string {
  lastNumber += 1;
  return `+66${lastNumber}`;
}

const alertTo = (to: string, more: Partial<Speech> = {}): Speech => ({
  ...{ subject: 'alert', language: 'en', notificationId: 7, to },
  ...{ pieces: ['greeting', 'mains_lost', 'at_site', 'press_1'] },
  ...more,
});

async function call(
  { exchange, way }: World,
  phone: SipPhone,
  more: Partial<Speech> = {},
): Promise<CallOutcome> {
  const to = newNumber();
  exchange.phones.set(to, phone);
  const placed = await way.place(alertTo(to, more));
  return placed.ended();
}

async function until(isSo: () => boolean): Promise<void> {
  for (let look = 0; look < 300 && !isSo(); look += 1) await Bun.sleep(20);
  expect(isSo()).toBeTrue();
}

/** Processes of lines in a folder. */
const linesIn = (folder: string) =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0${folder}/line-`);
    } catch {
      return false;
    }
  });
const heardBy = ({ exchange }: World, number: string, recognise = recogniseTones) =>
  exchange.calls
    .filter((one) => one.number === number)
    .flatMap(({ sound }) => (sound === null ? [] : recognise(sound.heard())));

testSip(
  'each end is known by what the far end says',
  async () => {
    const world = await open();
    const ends: readonly (readonly [SipPhone, CallOutcome['end'], string | null])[] = [
      [{ does: 'ends', status: 486, reason: 'Busy Here' }, 'busy', '486 Busy Here'],
      [{ does: 'ends', status: 486, reason: 'Busy Here', rang: true }, 'refused', '486 Busy Here'],
      [{ does: 'ends', status: 480, reason: 'Away', rang: true }, 'no-answer', '480 Away'],
      [{ does: 'ends', status: 603, reason: 'Decline' }, 'refused', '603 Decline'],
      [{ does: 'ends', status: 480, reason: 'Switched off' }, 'unreachable', '480 Switched off'],
      [{ does: 'ends', status: 404, reason: 'Not Found' }, 'no-such-number', '404 Not Found'],
      [{ does: 'ends', status: 483, reason: 'Too Many Hops' }, 'loop', '483 Too Many Hops'],
      [{ does: 'ends', status: 402, reason: 'No credit' }, 'not-taken', '402 No credit'],
      [{ does: 'rings' }, 'no-answer', null],
      [{ does: 'drops', afterMs: 200 }, 'hung-up', null],
      [{ does: 'voice mail' }, 'unheard', null],
      [{ does: 'answers', keys: '' }, 'unheard', null],
    ];
    const outcomes = await Promise.all(ends.map(([phone]) => call(world, phone)));
    expect(outcomes).toEqual(ends.map(([, end, words]) => ({ end, words, wish: null })));
    const { exchange, folder, acknowledged } = world;
    expect(exchange.complaints).toEqual([]);
    // Nobody is left in a call, and nobody logged in.
    expect(exchange.calls.every(({ state }) => state === 'ended')).toBeTrue();
    expect(exchange.loggedOut).toBe(exchange.loggedIn);
    expect([linesIn(folder), existsSync(folder), acknowledged]).toEqual([[], false, []]);
  },
  40_000,
);

testSip(
  'a phone that rings is let go, and whoever has answered is not',
  async () => {
    const world = await open({ bounds: { ringMs: 20_000, longestMs: 30_000 } });
    const [rings, answers] = [newNumber(), newNumber()];
    world.exchange.phones.set(rings, { does: 'rings' });
    world.exchange.phones.set(answers, { does: 'answers', keys: '1', afterMs: 1_500 });
    const ringing = await world.way.place(alertTo(rings));
    const talking = await world.way.place(alertTo(answers));
    await until(() => world.exchange.calls.some(({ number }) => number === rings));
    await until(() =>
      world.exchange.calls.some(({ number, state }) => number === answers && state === 'talks'),
    );
    await Bun.sleep(500);
    const startedAt = performance.now();
    for (const { callOff } of [ringing, talking]) callOff();
    expect(await ringing.ended()).toMatchObject({ end: 'called-off', wish: null });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await talking.ended()).toMatchObject({ wish: 'heard' });
  },
  60_000,
);

testSip(
  'what is said is heard, whole and in order, twice, in both languages',
  async () => {
    const voice = new Voice(null);
    const recognise = makeRecogniser(voice);
    const world = await open({ voice });
    const pieces = ['greeting', 'mains_lost', 'at_site', 'press_1'] as const;
    const [thai, english] = [newNumber(), newNumber()];
    for (const to of [thai, english]) world.exchange.phones.set(to, { does: 'answers', keys: '' });
    const say = async (to: string, language: 'th' | 'en') =>
      (await world.way.place(alertTo(to, { language, pieces }))).ended();
    await Promise.all([say(thai, 'th'), say(english, 'en')]);
    for (const [to, language] of [
      [thai, 'th'],
      [english, 'en'],
    ] as const) {
      const heard = heardBy(world, to, recognise);
      expect(heard.map(({ piece }) => piece)).toEqual([...pieces, ...pieces]);
      expect(new Set(heard.map((one) => one.language))).toEqual(new Set([language]));
      // One follows the other at once, and after the pause it is said again.
      const gaps = heard.slice(1).map(({ from }, at) => from - (heard[at]?.to ?? 0));
      expect(gaps.map((gap) => Math.round(gap * 1000))).toEqual([0, 0, 0, 700, 0, 0, 0]);
    }
  },
  60_000,
);

testSip(
  'keys are heard while it speaks: 1, 2, 9 and 9 again, and others',
  async () => {
    const world = await open();
    const press = (keys: string, more: Partial<Speech> = {}) =>
      call(world, { does: 'answers', keys, afterMs: 600 }, more);
    const first = lastNumber;
    const outcomes = await Promise.all([
      press('1'),
      press('2'),
      press('99'),
      press('91'),
      press('5'),
      press('1', { subject: 'test' }),
      press('9', { subject: 'code' }),
      call(world, { does: 'plays, then answers', keys: '1', ringMs: 600 }),
    ]);
    expect(outcomes.map(({ wish }) => wish)).toEqual([
      ...['heard', 'next', 'rest', 'heard', null, null, null, 'heard'],
    ] as never);
    const number = (index: number) => `+66${first + 1 + index}`;
    expect(world.acknowledged.sort()).toEqual([0, 3, 7].map((index) => `${number(index)} 7`));
    expect(world.leftAlone.sort()).toEqual([`call-codes ${number(6)}`, `call-night ${number(2)}`]);
    const last = (index: number) => heardBy(world, number(index)).at(-1)?.piece;
    expect([0, 1, 2, 3, 5, 6, 7].map(last)).toEqual([
      ...(['noted', 'next', 'rest', 'noted', 'thanks', 'no_codes', 'noted'] as const),
    ]);
    // Another key has all of it said again.
    const again = heardBy(world, number(4)).filter(({ piece }) => piece === 'press_1');
    expect(again.length).toBeGreaterThanOrEqual(2);
    expect(world.exchange.complaints).toEqual([]);
  },
  40_000,
);

testSip(
  'a call ends in time, whatever the far end does, and calls nobody else',
  async () => {
    const world = await open({ bounds: { ringMs: 1_500, longestMs: 2_000 } });
    const startedAt = performance.now();
    const phones: SipPhone[] = [
      // It goes on for ever, as no key that is pressed is an answer.
      { does: 'answers', keys: '5555555555', afterMs: 700 },
      // It takes no notice of us.
      { does: 'stays' },
      { does: 'transfers', to: 'sip:+66190000000@127.0.0.1' },
    ];
    await Promise.all(phones.map((phone) => call(world, phone)));
    expect(performance.now() - startedAt).toBeLessThan(12_000);
    const { exchange, folder } = world;
    const lasted = exchange.calls.map(
      ({ answeredAt, endedAt }) => (endedAt ?? 0) - (answeredAt ?? 0),
    );
    expect(lasted[0]).toBeLessThan(4_000);
    expect(linesIn(folder)).toEqual([]);
    expect(exchange.calls.map(({ number }) => number)).not.toContain('+66190000000');
    expect(exchange.calls).toHaveLength(3);
  },
  40_000,
);

testSip(
  'a call that is sent to another number is ended before anybody is there, however it is said',
  async () => {
    const world = await open({ bounds: { ringMs: 20_000, longestMs: 30_000 } });
    const { exchange } = world;
    const startedAt = performance.now();
    const ways: readonly ((to: string) => Omit<SipPhone & { does: 'diverts' }, 'does'>)[] = [
      (to) => ({ to }),
      (to) => ({ to: `"sip:+66812345001@x" <${to}>` }),
      (to) => ({ to, form: (answer) => answer.replace('Moved\r\n', 'Moved\n') }),
      (to) => ({
        to,
        form: (answer) => answer.replace('Via: ', `${'X: y\r\n'.repeat(100)}Via: `),
      }),
    ];
    const dear = ways.map((_, way) => `+6619000000${way}`);
    const outcomes = await Promise.all(
      ways.map((way, index) => {
        const number = dear[index] ?? '';
        exchange.phones.set(number, { does: 'rings' });
        return call(world, { does: 'diverts', ...way(`sip:${number}@${exchange.server}`) });
      }),
    );
    expect(outcomes).toEqual(ways.map(() => ({ end: 'diverted', words: null, wish: null })));
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    // The call goes on there until it is ended by us.
    for (const number of dear) {
      const there = exchange.calls.filter((one) => one.number === number);
      expect(there.map(({ endedBy }) => endedBy)).toEqual(['caller']);
      expect((there[0]?.endedAt ?? 0) - (there[0]?.startedAt ?? 0)).toBeLessThan(1_000);
    }
    expect(exchange.complaints).toEqual([]);
  },
  40_000,
);

testSip(
  'a call that is sent to the same number at a stranger is ended there, too',
  async () => {
    const world = await open({ bounds: { ringMs: 20_000, longestMs: 30_000 } });
    const stranger = await startFakeExchange();
    closers.push(() => stranger.close());
    const to = newNumber();
    stranger.isOpen = true;
    stranger.phones.set(to, { does: 'rings' });
    const moves = { does: 'diverts', to: `sip:${to}@${stranger.server}` } as const;
    world.exchange.phones.set(to, moves);
    const placed = await world.way.place(alertTo(to));
    expect(await placed.ended()).toMatchObject({ end: 'diverted' });
    expect(stranger.calls.map(({ endedBy }) => endedBy)).toEqual(['caller']);
  },
  40_000,
);

testSip(
  'a call that comes in meanwhile changes nothing',
  async () => {
    const world = await open();
    const { exchange } = world;
    const to = newNumber();
    exchange.phones.set(to, { does: 'answers', keys: '1', afterMs: 800 });
    const placed = await world.way.place(alertTo(to));
    await until(() => exchange.calls.length === 1);
    const [first] = exchange.calls;
    if (first !== undefined) exchange.callBack(first);
    expect(await placed.ended()).toMatchObject({ wish: 'heard' });
    expect(exchange.answersBack).toContain('486');
  },
  40_000,
);

testSip(
  'a far end that presses without end is hung up on, and fills no disk',
  async () => {
    const world = await open();
    const to = newNumber();
    world.exchange.phones.set(to, { does: 'answers', keys: '56'.repeat(40), afterMs: 1 });
    const placed = await world.way.place(alertTo(to));
    const [line = ''] = readdirSync(world.folder);
    let most = 0;
    const isOver = placed.ended();
    const look = setInterval(() => {
      const files = existsSync(join(world.folder, line))
        ? readdirSync(join(world.folder, line))
        : [];
      most = Math.max(most, files.filter((name) => name.startsWith('said-')).length);
    }, 20);
    expect(await isOver).toMatchObject({ end: 'hung-up', wish: null });
    clearInterval(look);
    expect(world.exchange.calls[0]?.endedBy).toBe('caller');
    expect(most).toBeGreaterThan(5);
    expect(most).toBeLessThanOrEqual(20);
  },
  40_000,
);

testSip(
  'a key that a stranger sends to all ports does not answer for whoever has the phone',
  async () => {
    const world = await open();
    const to = newNumber();
    world.exchange.phones.set(to, { does: 'answers', keys: '' });
    const placed = await world.way.place(alertTo(to));
    await until(() => world.exchange.calls[0]?.state === 'talks');
    const { port: right, eventType } = readOffer(world.exchange.calls[0]?.offer ?? '');
    const stranger = createSocket('udp4');
    // Where nothing listens, the system says so.
    stranger.on('error', () => {});
    const send = (port: number, step: number) =>
      stranger.send(keyPacket(eventType, '1', step, step), port, '127.0.0.1', () => {});
    // It tries one after the other, and comes to the right one last.
    const span = soundPorts.last + 2 - soundPorts.first;
    for (let away = 2; away < span; away += 2) {
      send(soundPorts.first + ((right - soundPorts.first + away) % span), 1);
      if (away % 400 === 0) await Bun.sleep(1);
    }
    for (let step = 1; step <= 8; step += 1) {
      send(right, step);
      await Bun.sleep(20);
    }
    // Calls that begin afterwards take keys, also while that one goes on.
    expect(await call(world, { does: 'answers', keys: '1' })).toMatchObject({ wish: 'heard' });
    const outcome = await placed.ended();
    stranger.close();
    expect(outcome).toEqual({
      end: 'unheard',
      words: 'strangers send sound; no key counts',
      wish: null,
    });
    expect(world.acknowledged.some((said) => said.startsWith(`${to} `))).toBeFalse();
    expect(world.warnings).toEqual([{}]);
  },
  40_000,
);

testSip(
  'a phone that rings is not called again, and no more calls go than there are lines',
  async () => {
    const world = await open({ atOnce: 2 });
    const { exchange, way } = world;
    const [one, other, third] = [newNumber(), newNumber(), newNumber()];
    for (const to of [one, other]) exchange.phones.set(to, { does: 'rings' });
    const placed = await Promise.all([way.place(alertTo(one)), way.place(alertTo(other))]);
    const refusal = (to: string) =>
      way.place(alertTo(to)).then(
        () => null,
        (error: unknown) => error,
      );
    expect(await refusal(one)).toMatchObject({
      message: 'Call: a call to this phone goes on already',
      isOwnLimit: true,
    });
    expect(await refusal(third)).toMatchObject({ message: 'Call: all lines are in use' });
    await Promise.all(placed.map((call) => call.ended()));
    expect(await refusal(third)).toBeNull();
    await until(() => exchange.calls.length === 3);
    // Whoever changes the settings, or stops the server, ends what goes on.
    await way.close();
    expect(exchange.calls.every(({ state }) => state === 'ended')).toBeTrue();
    expect(linesIn(world.folder)).toEqual([]);
  },
  40_000,
);

testSip(
  'nobody else on the machine can speak to a line, or read its password',
  async () => {
    const world = await open();
    const to = newNumber();
    world.exchange.phones.set(to, { does: 'rings' });
    const placed = await world.way.place(alertTo(to));
    const [line = ''] = readdirSync(world.folder);
    const modes = [world.folder, join(world.folder, line)].map(
      (path) => statSync(path).mode & 0o777,
    );
    const files = ['config', 'accounts', 'pid'].map(
      (name) => statSync(join(world.folder, line, name)).mode & 0o777,
    );
    expect([...modes, ...files]).toEqual([0o700, 0o700, 0o600, 0o600, 0o600]);
    const [pid = ''] = linesIn(world.folder);
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(sipAccount.password);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(sipAccount.password);
    // Only the exchange's side of it is open: a port for SIP, over TCP as over UDP.
    const listening = portsOf(pid);
    await Promise.all(listening.map((port) => expectDeaf(port)));
    await placed.ended();
  },
  40_000,
);

/** TCP ports at which a process listens (proc(5)). */
function portsOf(pid: string): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)),
  );
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .map((text) => text.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(`socket:[${inode}]`))
    .map(([, at = '']) => Number.parseInt(at.split(':')[1] ?? '', 16));
}

/** Whoever speaks JSON or MQTT there gets no answer, and nothing happens. */
async function expectDeaf(port: number): Promise<void> {
  const command = '{"command":"dial","params":"sip:+66190000000@127.0.0.1"}';
  for (const host of ['127.0.0.1', '192.0.2.2']) {
    const said: string[] = [];
    const socket = await Bun.connect({
      hostname: host,
      port,
      socket: { data: (_, bytes) => void said.push(bytes.toString()) },
    }).catch(() => null);
    if (socket === null) continue;
    socket.write(`${command.length}:${command},`);
    await Bun.sleep(200);
    socket.end();
    expect(said.join('')).not.toContain('"response"');
  }
}

testSip(
  'baresip that is killed in a call is noticed at once',
  async () => {
    const world = await open();
    const to = newNumber();
    world.exchange.phones.set(to, { does: 'answers', keys: '' });
    const placed = await world.way.place(alertTo(to));
    await until(() => world.exchange.calls[0]?.state === 'talks');
    for (const pid of linesIn(world.folder)) process.kill(Number(pid), 'SIGKILL');
    expect(await placed.ended()).toEqual({ end: 'broken-off', words: null, wish: null });
    expect(existsSync(world.folder)).toBeFalse();
    // The phone may be called again.
    world.exchange.phones.set(to, { does: 'answers', keys: '1' });
    expect(await (await world.way.place(alertTo(to))).ended()).toMatchObject({ wish: 'heard' });
  },
  40_000,
);

testSip(
  'kill -9 of ours ends the call, too',
  async () => {
    const world = await open();
    const to = newNumber();
    world.exchange.phones.set(to, { does: 'rings' });
    const script = join(import.meta.dir, '../../../../../tests/fakes/sip/call-in-process.ts');
    // Where tests run beside each other, Bun would kill all that this process starts, before it has hung up.
    const { BUN_FEATURE_FLAG_NO_ORPHANS: _, ...env } = process.env;
    const child = Bun.spawn([process.execPath, script, world.exchange.server, world.folder, to], {
      ...{ stdout: 'pipe', env },
    });
    const reader = child.stdout.getReader();
    await reader.read();
    // The far end has said that it rings, and that has come.
    await until(() => performance.now() - (world.exchange.calls[0]?.startedAt ?? Infinity) > 300);
    child.kill('SIGKILL');
    await child.exited;
    await until(() => world.exchange.calls[0]?.endedBy === 'caller');
    // What it kept is gone with the next start.
    expect(readdirSync(world.folder)).toHaveLength(1);
    await makeWay(world).prepare(to);
    expect(existsSync(world.folder)).toBeFalse();
  },
  40_000,
);

testSip(
  'a line that was left behind is ended before the first call, and no other process',
  async () => {
    const world = await open();
    const { exchange, folder } = world;
    const to = newNumber();
    exchange.phones.set(to, { does: 'rings' });
    // As where a process cannot be told to die with another.
    const line = join(folder, 'line-old');
    mkdirSync(line, { recursive: true });
    const { program = '', modules = '' } = findBaresip() ?? {};
    const config = ['module g711.so', 'module_app menu.so', 'module_app account.so'];
    writeFileSync(join(line, 'config'), [`module_path ${modules}`, ...config, ''].join('\n'));
    const { user, login, password } = sipAccount;
    writeFileSync(
      join(line, 'accounts'),
      `<sip:${user}@${exchange.server}>;auth_user=${login};auth_pass=${password}\n`,
    );
    const old = Bun.spawn([program, '-f', line, '-e', `/dial sip:${to}@${exchange.server}`], {
      ...{ cwd: line, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    });
    writeFileSync(join(line, 'pid'), `${old.pid}`);
    // The number of a process that ended may be another's by now.
    mkdirSync(join(folder, 'line-older'));
    const innocent = Bun.spawn(['sleep', '60']);
    closers.push(() => innocent.kill());
    writeFileSync(join(folder, 'line-older', 'pid'), `${innocent.pid}`);
    await until(() => exchange.calls.length === 1);

    const next = makeWay(world);
    exchange.phones.set(to, { does: 'answers', keys: '1' });
    const placed = await next.place(alertTo(to));
    expect(exchange.calls[0]).toMatchObject({ state: 'ended', endedBy: 'caller' });
    expect(await placed.ended()).toMatchObject({ wish: 'heard' });
    await old.exited;
    expect(innocent.exitCode).toBeNull();
    expect(world.warnings).toEqual([{ lines: 1 }]);
    expect(existsSync(folder)).toBeFalse();
  },
  40_000,
);

testSip(
  'an account is asked for, and refused in the far end’s words',
  async () => {
    const { exchange, folder } = await open();
    const account = { ...sipAccount, server: exchange.server, dial: '{to}' };
    const ask = (change: Partial<typeof account> = {}) =>
      askSip({ ...account, ...change }, folder, realTime.setTimer).catch((error: unknown) => error);
    const silent = await startFakeExchange();
    closers.push(() => silent.close());
    silent.isDeaf = true;
    const [name, wrong, away] = await Promise.all([
      ask(),
      ask({ password: 'another' }),
      ask({ server: silent.server }),
    ]);
    expect(name).toBe(`${sipAccount.user}@${exchange.server}`);
    expect(wrong).toMatchObject({
      permanent: true,
      message: 'Call: the account is refused: 403 Forbidden',
    });
    expect(away).toMatchObject({
      permanent: false,
      message: 'Call: the provider does not answer: no answer',
    });
    exchange.refusal = '503 Back\u0007 soon';
    expect(await ask()).toMatchObject({
      permanent: false,
      message: 'Call: the account is refused: 503 Back soon',
    });
    expect(existsSync(folder)).toBeFalse();
    // A call that could not be placed has not rung, and waits for whoever mends it.
    const { way, exchange: other } = await open();
    other.refusal = '403 Forbidden';
    const refused = await way.place(alertTo(newNumber())).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SendError);
    expect(refused).toMatchObject({ permanent: false, isAmbiguous: false });
  },
  40_000,
);

test('where baresip is not installed, that is said', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = tempPath('no-programs');
  try {
    const account = { ...sipAccount, server: 'sip.example.com', dial: '{to}' };
    const asked = askSip(account, tempPath('lines'), realTime.setTimer);
    expect(await asked.catch((error: unknown) => error)).toMatchObject({
      message: missing,
      permanent: true,
    });
  } finally {
    process.env['PATH'] = path;
  }
});

test.each([
  ['{to}', '+66812345678', 'sip:+66812345678@s'],
  ['{digits}', '+66812345678', 'sip:66812345678@s'],
  ['9{national}', '+66812345678', 'sip:90812345678@s'],
  ['{national}', '+8562012345678', 'sip:008562012345678@s'],
])('%s dials %s as %s', (dial, to, address) => {
  expect(addressOf({ ...sipAccount, server: 's', dial }, to, '66')).toBe(address);
});
