/** Calls through a provider that its operator wrote down, and that does and says what it should not. */
import { afterEach, describe, expect, test } from 'bun:test';
import {
  callTemplate,
  type FakeCallProvider,
  startFakeCallProvider,
} from '../../../../tests/fakes/call-provider/fake-call-provider.ts';
import type { Phone } from '../../../../tests/fakes/twilio/fake-twilio.ts';
import { TestTime } from '../../../../tests/support/monitor.ts';
import { Tickets } from '../../../actions/people/tickets.ts';
import type { SetTimer } from '../../../domain/instant.ts';
import type { Pressed, SendError } from '../../channel.ts';
import { CallDesk, callPaths } from './call-door.ts';
import { type CallTemplate, makeTemplateDialect } from './call-template.ts';
import type { CallOutcome, PlacedCall } from './call-way.ts';
import type { Speech } from './conversation.ts';
import { TemplateWay } from './template-way.ts';
import { Voice } from './voice.ts';

const som = '+66812345678';
const publicUrl = 'https://fai.example';
const alert: Speech = {
  ...{ subject: 'alert', language: 'en', notificationId: 7, to: som },
  pieces: ['greeting', 'mains_lost', 'at_site', 'press_1'],
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface World {
  readonly time: TestTime;
  readonly provider: FakeCallProvider;
  readonly way: TemplateWay;
  readonly acknowledged: Pressed[];
  /** Wishes of phones to be left alone. */
  readonly leftAlone: string[];
  /** The same server, started anew. */
  restart(): TemplateWay;
  run(seconds: number): Promise<void>;
}

async function open(
  change: Partial<CallTemplate> = {},
  { allowPrivate = true, isReachable = true } = {},
): Promise<World> {
  const time = new TestTime();
  const provider = await startFakeCallProvider();
  const tickets = new Tickets('secret');
  const template: CallTemplate = { ...callTemplate(provider.url), ...change };
  const acknowledged: Pressed[] = [];
  const leftAlone: string[] = [];
  let pending = 0;
  const setTimer: SetTimer = (ms, fire) => {
    pending += 1;
    const cancel = time.setTimer(ms, () => {
      pending -= 1;
      fire();
    });
    return () => {
      pending -= 1;
      cancel();
    };
  };
  const makeWay = () =>
    new TemplateWay({
      ...{ template, isReachable, clock: time.clock, setTimer },
      outbound: { allowPrivate },
      desk: new CallDesk({
        ...{ dialect: makeTemplateDialect(template), publicUrl, voice: new Voice(null) },
        leftAlone: { has: () => false, add: (wish) => void leftAlone.push(wish) },
        clock: time.clock,
        seal: (subject, expiresAt) => tickets.issue('call', subject, expiresAt),
        open: (sealed) => tickets.read('call', sealed, time.clock().wallMs),
      }),
    });
  let way = makeWay();
  const door = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const ticket = searchParams.get('ticket') ?? '';
      if (pathname === callPaths.sound) {
        const sound = way.door.sound(ticket);
        if (sound === null) return new Response(null, { status: 404 });
        return new Response(sound, { headers: { 'content-type': 'audio/wav' } });
      }
      if (pathname === callPaths.answer) {
        const order = way.door.open(ticket);
        if (order === null) return new Response(null, { status: 404 });
        return new Response(order.text, { headers: { 'content-type': order.type } });
      }
      const answer = way.door.take(ticket, { signature: '', body: await request.text() });
      if (answer === null) return new Response(null, { status: 404 });
      if (answer === 'forged') return new Response(null, { status: 403 });
      if (answer.acknowledged !== null) acknowledged.push(answer.acknowledged);
      return new Response(answer.text, { headers: { 'content-type': answer.type } });
    },
  });
  provider.reach = (address) => address.replace(publicUrl, `http://127.0.0.1:${door.port}`);
  closers.push(async () => {
    await door.stop(true);
    await provider.close();
  });
  return {
    ...{ time, provider, way, acknowledged, leftAlone },
    restart() {
      way = makeWay();
      return way;
    },
    async run(seconds) {
      const until = time.monoMs + seconds * 1000;
      while (time.monoMs < until) {
        // Time stands still while a request is on its way.
        for (let wait = 0; wait < 200 && pending === 0; wait += 1) await Bun.sleep(2);
        if (pending === 0) break;
        await time.runMs(Math.min(500, until - time.monoMs), async () => {});
      }
      time.advanceMs(until - time.monoMs);
      await Bun.sleep(2);
    },
  };
}

const refusal = (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    (error: SendError) => error,
  );

/** Waits for the end of a call. */
async function endOf(world: World, placed: PlacedCall): Promise<CallOutcome | SendError> {
  let end: CallOutcome | SendError | undefined;
  const note = (found: CallOutcome | SendError) => {
    end = found;
  };
  placed.ended().then(note, note);
  for (let second = 0; second < 200 && end === undefined; second += 1) await world.run(1);
  if (end === undefined) throw new Error('an end expected');
  return end;
}

/** Places a call, and waits for its end. */
async function call(world: World, phone?: Phone): Promise<CallOutcome | SendError> {
  if (phone !== undefined) world.provider.phones.set(som, phone);
  return endOf(world, await world.way.place(alert));
}

describe('a call', () => {
  test('is begun as it was written down, says all, and hears the key', async () => {
    const world = await open();
    expect(await call(world)).toEqual({ end: 'unheard', words: 'CLEARED', wish: 'heard' });
    const [only] = world.provider.calls;
    expect(only?.complaints).toEqual([]);
    expect(only?.heard.map(({ words }) => words)).toEqual([
      'Fie watch. Mains power is lost at your site, Press one if you have heard,',
      'Thank you. It is noted.',
    ]);
    expect(world.acknowledged).toEqual([{ address: som, notificationId: 7 }]);
    expect(world.provider.hungUp).toEqual([]);
  });

  test.each<[Phone, object]>([
    [{ does: 'busy' }, { end: 'busy', words: 'SUBSCRIBER_BUSY' }],
    [{ does: 'no-answer' }, { end: 'no-answer', words: 'NO_REPLY' }],
    [{ does: 'failed' }, { end: 'unreachable', words: 'ABSENT' }],
    [
      { does: 'refuses', looks: 2 },
      { end: 'refused', words: 'SUBSCRIBER_BUSY' },
    ],
    [{ does: 'voice mail' }, { end: 'unheard', words: 'CLEARED' }],
  ])('%j: its end, in the provider’s own word', async (phone, outcome) => {
    const world = await open();
    expect(await call(world, phone)).toEqual({ ...outcome, wish: null } as never);
    expect(world.acknowledged).toEqual([]);
  });

  test('to voice mail is said twice, and not for ever', async () => {
    const world = await open();
    await call(world, { does: 'voice mail' });
    const words = world.provider.calls[0]?.heard.map(({ words }) => words) ?? [];
    expect(words).toHaveLength(2);
    expect(new Set(words).size).toBe(1);
  });

  test('of which the provider never asks what to say says so', async () => {
    const world = await open();
    world.provider.phones.set(som, { does: 'rings' });
    const placed = await world.way.place(alert);
    const [only] = world.provider.calls;
    if (only !== undefined) world.provider.end(only, 'completed');
    expect(await endOf(world, placed)).toEqual({
      ...{ end: 'unheard', words: 'CLEARED; it did not ask what to say', wish: null },
    });
  });

  test('that rings is called off; one that was answered goes on', async () => {
    const world = await open();
    world.provider.phones.set(som, { does: 'rings' });
    const rings = await world.way.place(alert);
    await world.run(3);
    rings.callOff();
    expect(await endOf(world, rings)).toEqual({ end: 'called-off', words: null, wish: null });
    world.provider.phones.set(som, { does: 'stays' });
    const talks = await world.way.place(alert);
    await world.run(3);
    talks.callOff();
    await world.run(10);
    expect(world.provider.hungUp).toEqual([rings.id]);
  });

  test('ends with the server', async () => {
    const world = await open();
    world.provider.phones.set(som, { does: 'stays' });
    const { id } = await world.way.place(alert);
    await world.way.close();
    expect(world.provider.hungUp).toEqual([id]);
    expect((await refusal(world.way.prepare(som)))?.message).toContain('not used any more');
  });
});

describe('a call without an end', () => {
  test('that is answered is hung up within a minute, and said to be still on', async () => {
    const world = await open();
    const { provider } = world;
    provider.phones.set(som, { does: 'stays' });
    provider.looksMeet = 'never ends';
    const placed = await world.way.place(alert);
    const ended = refusal(placed.ended());
    await world.run(60);
    expect(provider.hungUp.length).toBeGreaterThan(0);
    await world.run(60);
    expect(await ended).toMatchObject({
      message: 'Call: it did not end in time: its status is still TALKING',
      permanent: false,
      isOwnLimit: true,
    });
    const hangUps = provider.hungUp.length;
    await world.run(60);
    expect(provider.hungUp).toHaveLength(hangUps);
  });

  test('that cannot be hung up says why', async () => {
    const world = await open({ hang_up: 'DELETE http://127.0.0.1:1/{call}' });
    world.provider.looksMeet = 'never ends';
    const error = (await call(world, { does: 'stays' })) as SendError;
    expect(error.message).toMatch(/^Call: it did not end in time: it cannot be hung up: ./);
  });

  test('was heard all the same where a key was pressed', async () => {
    const world = await open();
    world.provider.looksMeet = 'never ends';
    expect(await call(world)).toMatchObject({ end: 'unheard', wish: 'heard' });
    expect(world.acknowledged).toHaveLength(1);
  });

  test('that rings is hung up, and nobody answered', async () => {
    const world = await open();
    expect(await call(world, { does: 'rings' })).toEqual({
      ...{ end: 'no-answer', words: null, wish: null },
    });
    expect(world.provider.hungUp).toHaveLength(1);
  });

  test('is hung up where nobody waits for it, as where it says a code', async () => {
    const world = await open();
    world.provider.phones.set(som, { does: 'stays' });
    await world.way.place({ ...alert, subject: 'code', notificationId: null });
    await world.run(60);
    expect(world.provider.hungUp).toHaveLength(1);
  });

  test.each([
    ['fails', /^Call: it did not end in time: 500 .*out of order/],
    ['redirects', /^Call: it did not end in time: 302 /],
    ['flood', /^Call: it did not end in time: its status says nothing/],
  ] as const)('whose status %s is hung up, too', async (fault, words) => {
    const world = await open();
    const { provider } = world;
    provider.looksMeet = fault;
    const error = (await call(world, { does: 'stays' })) as SendError;
    expect(error.message).toMatch(words);
    expect(error.message.length).toBeLessThanOrEqual(200);
    expect(provider.hungUp.length).toBeGreaterThan(0);
    expect(provider.strays).toEqual([]);
  });
});

describe('a provider that takes no call', () => {
  test.each([
    [401, {}, { permanent: false, isAmbiguous: false }],
    [402, {}, { permanent: false, isAmbiguous: false }],
    [422, {}, { permanent: true }],
    [429, { 'retry-after': '9' }, { retryAfterMs: 9_000, isGlobalLimit: true }],
    [302, { location: '/elsewhere' }, { permanent: false, isAmbiguous: false }],
  ])('%i %j: %j, and the phone may be called', async (status, headers, meant) => {
    const { way, provider } = await open();
    provider.failNext({ kind: 'status', status, headers });
    expect(await refusal(way.place(alert))).toMatchObject(meant);
    expect(provider.calls).toEqual([]);
    expect(provider.strays).toEqual([]);
    await way.prepare(som);
  });

  test('is quoted without the key and without the address of keys', async () => {
    const { way, provider } = await open();
    const text = `bad key key-of-the-provider-7 for ${publicUrl}/api/call/answer?ticket=abc_D-9`;
    provider.failNext({ kind: 'status', status: 401, text });
    const message = (await refusal(way.place(alert)))?.message ?? '';
    expect(message).toContain('bad key … for');
    expect(message).not.toMatch(/key-of-the-provider-7|abc_D/);
  });

  test('in this network is not called where that is not allowed', async () => {
    const { way, provider } = await open({}, { allowPrivate: false });
    expect(await refusal(way.place(alert))).toMatchObject({ permanent: false, isAmbiguous: false });
    expect(provider.calls).toEqual([]);
  });

  test('nor one that was written down wrongly, or that cannot reach this server', async () => {
    const wrong = await open({ status_words: 'busy: SUBSCRIBER_BUSY' });
    expect(await refusal(wrong.way.place(alert))).toMatchObject({
      message: 'Call: no status means done',
      permanent: false,
    });
    const hidden = await open({}, { isReachable: false });
    expect((await refusal(hidden.way.prepare(som)))?.message).toContain('must begin with https://');
    expect([...wrong.provider.calls, ...hidden.provider.calls]).toEqual([]);
  });
});

describe('a call whose answer is lost', () => {
  const kinds = ['rings and drops', 'rings and fails', 'nameless', 'flood'] as const;

  test.each(kinds)('%s: its phone is not called again, and its key counts', async (kind) => {
    const world = await open();
    const { way, provider } = world;
    provider.phones.set(som, { does: 'rings' });
    provider.failNext({ kind });
    const error = await refusal(way.place(alert));
    expect(error).toMatchObject({ permanent: false, isAmbiguous: true });
    expect(error?.message).not.toMatch(/ticket=\w/);
    expect(await refusal(way.prepare(som))).toMatchObject({
      message: 'Call: a call to this phone goes on already',
      isOwnLimit: true,
    });
    const { to } = await provider.askFlow(provider.calls[0]);
    expect((await provider.post(to ?? '', '1')).status).toBe(200);
    expect(world.acknowledged).toEqual([{ address: som, notificationId: 7 }]);
    await way.prepare(som);
  });

  test('is over once it can last no longer', async () => {
    const world = await open();
    const { way, provider } = world;
    provider.phones.set(som, { does: 'rings' });
    provider.failNext({ kind: 'rings and drops' });
    await refusal(way.place(alert));
    const { to } = await provider.askFlow(provider.calls[0]);
    await world.run(95);
    expect(await refusal(way.prepare(som))).not.toBeNull();
    await world.run(10);
    await way.prepare(som);
    expect((await provider.post(to ?? '', '1')).status).toBe(404);
    expect(world.acknowledged).toEqual([]);
  });

  test.each(['..', '.', '', 'a b', 'x'.repeat(201)])('nor is %p a name of one', async (ref) => {
    const { way, provider } = await open();
    provider.phones.set(som, { does: 'rings' });
    provider.failNext({ kind: 'named', ref });
    expect(await refusal(way.place(alert))).toMatchObject({ isAmbiguous: true });
    expect(provider.strays).toEqual([]);
  });

  test.each(['../../v2/dial', 'a?b=c#d', '"},"x":"'])('%p as its name stays one', async (ref) => {
    const world = await open();
    world.provider.failNext({ kind: 'named', ref });
    expect(await call(world, { does: 'rings' })).toMatchObject({ end: 'no-answer' });
    expect(world.provider.hungUp).toEqual([ref]);
    expect(world.provider.strays).toEqual([]);
  });
});

describe('the door', () => {
  /** A phone that rings, what was asked, and where its keys go. */
  async function ring() {
    const world = await open();
    const { provider, way } = world;
    provider.phones.set(som, { does: 'rings' });
    await way.place(alert);
    const only = provider.calls[0];
    if (only === undefined) throw new Error('a call expected');
    const flow = provider.flowOf(only);
    const { play: sound, to } = await provider.askFlow(only);
    if (to === null) throw new Error('a question expected');
    const press = async (address: string, key: string) =>
      (await provider.post(address, key)).status;
    const get = async (address: string) => (await fetch(provider.reach(address))).status;
    return { ...world, only, flow, sound, keys: to, press, get };
  }
  const ticketIn = (address: string) => new URL(address).searchParams.get('ticket') ?? '';

  test('leads to our own public address alone, by tickets that nobody guesses', async () => {
    const { flow, sound, keys } = await ring();
    for (const address of [flow, sound, keys]) {
      expect(address).toMatch(/^https:\/\/fai\.example\/api\/call\/\w+\?ticket=[\w-]{80,}$/);
    }
    expect(new Set([flow, sound, keys].map(ticketIn)).size).toBe(3);
  });

  test('takes no ticket for anything else, and none that was changed or made up', async () => {
    const { acknowledged, flow, sound, keys, press, get } = await ring();
    const at = (path: string, ticket: string) => `${publicUrl}${path}?ticket=${ticket}`;
    for (const ticket of [flow, sound].map(ticketIn)) {
      expect(await press(at(callPaths.keys, ticket), '1')).toBe(404);
    }
    for (const ticket of [keys, sound].map(ticketIn)) {
      expect(await get(at(callPaths.answer, ticket))).toBe(404);
    }
    for (const ticket of [keys, flow].map(ticketIn)) {
      expect(await get(at(callPaths.sound, ticket))).toBe(404);
    }
    const ticket = ticketIn(keys);
    const text = Buffer.from(ticket, 'base64url').toString('latin1');
    const other = Buffer.from(
      text.replace('\\"notificationId\\":7', '\\"notificationId\\":8'),
      'latin1',
    );
    expect(other.toString('base64url')).not.toBe(ticket);
    const foreign = new Tickets('another secret').issue('call', '{"do":"keys"}', Infinity);
    for (const made of [
      other.toString('base64url'),
      `${ticket.slice(0, -2)}AA`,
      foreign,
      'x',
      '',
    ]) {
      expect(await press(at(callPaths.keys, made), '1')).toBe(404);
    }
    expect(acknowledged).toEqual([]);
  });

  test('answers a key that is posted twice as before, and no other one after it', async () => {
    const { acknowledged, leftAlone, provider, keys, press } = await ring();
    const texts = [1, 2].map(async () => await (await provider.post(keys, '1')).text());
    const [first, again] = await Promise.all(texts);
    expect(again).toBe(first ?? '');
    expect(new Set(acknowledged.map(({ notificationId }) => notificationId))).toEqual(new Set([7]));
    expect(await press(keys, '9')).toBe(404);
    expect(await press(keys, '2')).toBe(404);
    expect(leftAlone).toEqual([]);
  });

  test('asks twice for 9, and a stranger’s repeat of it changes nothing', async () => {
    const { leftAlone, provider, keys, press } = await ring();
    const [, collect] = (await (await provider.post(keys, '9')).json()) as [object, { to: string }];
    expect(await press(keys, '9')).toBe(200);
    expect(leftAlone).toEqual([]);
    expect(await press(collect.to, '9')).toBe(200);
    expect(await press(collect.to, '9')).toBe(200);
    expect(leftAlone).toEqual(['call-night']);
    expect(await press(keys, '1')).toBe(404);
  });

  test('takes nothing once the call has ended', async () => {
    const { acknowledged, provider, only, keys, flow, press, get, run } = await ring();
    provider.end(only, 'completed');
    await run(3);
    expect(await press(keys, '1')).toBe(404);
    expect(await get(flow)).toBe(404);
    expect(acknowledged).toEqual([]);
  });

  test('takes nothing after a restart, as nobody watches the call any more', async () => {
    const { acknowledged, keys, flow, press, get, restart } = await ring();
    restart();
    expect(await press(keys, '1')).toBe(404);
    expect(await get(flow)).toBe(404);
    expect(acknowledged).toEqual([]);
  });

  test('acknowledges for one call what that one is about, whatever is posted', async () => {
    const { acknowledged, provider, keys } = await ring();
    const body = JSON.stringify({
      ...{ notificationId: 8, to: '+66899999999', address: '+66899999999' },
      collected: [{ key: '1', notificationId: 8 }],
    });
    expect((await provider.postBody(keys, body)).status).toBe(200);
    expect(acknowledged).toEqual([{ address: som, notificationId: 7 }]);
  });

  test.each([
    ['{"collected":', 'application/json'],
    ['{"collected":[{"key":"11"}]}', 'application/json'],
    ['a=1&a=1', 'application/x-www-form-urlencoded'],
  ])('refuses %p', async (body, type) => {
    const { acknowledged, provider, keys } = await ring();
    expect((await provider.postBody(keys, body, type)).status).toBe(403);
    expect(acknowledged).toEqual([]);
  });
});
