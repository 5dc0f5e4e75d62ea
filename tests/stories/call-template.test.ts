/** Phones that ring through a provider that its operator wrote down: a whole server, and strangers at its door. */
import { afterEach, expect, test } from 'bun:test';
import {
  callTemplate,
  type FakeCallProvider,
  startFakeCallProvider,
} from '../fakes/call-provider/fake-call-provider.ts';
import { adminLogIn } from '../support/app.ts';
import {
  acknowledgedBy,
  alerts,
  callsTo,
  closeWorlds,
  connect,
  masked,
  openOver,
  pass,
  publicUrl,
  som,
  until,
  type World,
  wordsOf,
} from '../support/phone-world.ts';

afterEach(closeWorlds);

async function open(): Promise<World<FakeCallProvider>> {
  const provider = await startFakeCallProvider();
  return openOver(provider, callTemplate(provider.url));
}

/** A phone that rings for a loss. */
async function ring() {
  const world = await open();
  await connect(world);
  world.twilio.phones.set(som, { does: 'rings' });
  const device = await world.app.connect();
  await device.losesMains();
  await until(world, () => callsTo(world, som).length === 2);
  const call = callsTo(world, som)[1];
  if (call === undefined) throw new Error('a call expected');
  return { ...world, world, call, device };
}

test('a phone says a code, then rings for a loss, and 1 acknowledges for everybody', async () => {
  const world = await open();
  await connect(world);
  const device = await world.app.connect();
  await device.losesMains();
  await until(
    world,
    () => acknowledgedBy(world)[0] !== null && alerts(world)[0]?.status === 'sent',
  );
  const [code, alert] = callsTo(world, som);
  expect(wordsOf(code)[0]).toMatch(/^Fie watch\. Your code is /);
  expect(wordsOf(alert)).toEqual([
    expect.stringMatching(/^Fie watch\. Mains power is lost at your site, since /),
    'Thank you. It is noted.',
  ]);
  expect(world.twilio.calls.flatMap(({ complaints }) => complaints)).toEqual([]);
  expect(acknowledgedBy(world)).toEqual([masked[som]]);
}, 60_000);

test('a phone that is busy is called again, and the list says the provider’s own word', async () => {
  const world = await open();
  await connect(world);
  world.twilio.phones.set(som, { does: 'busy' });
  const device = await world.app.connect();
  await device.losesMains();
  const reason = 'Call: the phone was busy (SUBSCRIBER_BUSY)';
  await until(world, () => alerts(world)[0]?.last_error === reason);
  world.twilio.phones.delete(som);
  await until(world, () => acknowledgedBy(world)[0] === masked[som]);
  expect(callsTo(world, som)).toHaveLength(3);
}, 60_000);

test('a lost answer: the phone is not called while it may ring, and its key counts', async () => {
  const world = await open();
  await connect(world);
  world.twilio.phones.set(som, { does: 'rings' });
  world.twilio.failNext({ kind: 'rings and drops' });
  const device = await world.app.connect();
  await device.losesMains();
  await until(world, () => callsTo(world, som).length === 2);
  await pass(world, 60);
  expect(callsTo(world, som)).toHaveLength(2);
  const { to } = await world.twilio.askFlow(callsTo(world, som)[1]);
  expect((await world.twilio.post(to ?? '', '1')).status).toBe(200);
  expect(acknowledgedBy(world)).toEqual([masked[som]]);
}, 60_000);

test('a key counts for this call and this phone, while it rings, and only so', async () => {
  const { world, app, twilio, call, device } = await ring();
  const { play: sound, to } = await twilio.askFlow(call);
  const keys = to ?? '';
  const press = async (address: string, key = '1') => (await twilio.post(address, key)).status;
  const ticketIn = (address: string) => new URL(address).searchParams.get('ticket') ?? '';
  const at = (path: string, address: string) => `${publicUrl}${path}?ticket=${ticketIn(address)}`;
  // By who has no ticket, one for something else, or one that was changed.
  expect(await press(`${publicUrl}/api/call/keys?ticket=x`)).toBe(404);
  expect(await press(at('/api/call/keys', sound))).toBe(404);
  expect(await press(at('/api/call/keys', twilio.flowOf(call)))).toBe(404);
  expect(await press(`${keys.slice(0, -2)}AA`)).toBe(404);
  expect(await press(`${keys}&more=1`)).toBe(400);
  expect((await twilio.postBody(keys, '{"collected":')).status).toBe(403);
  expect((await twilio.postBody(keys, 'x'.repeat(20_000), 'text/plain')).status).toBe(413);
  expect((await app.call('GET', `/api/call/answer?ticket=${ticketIn(keys)}`)).status).toBe(404);
  expect(acknowledgedBy(world)).toEqual([null]);
  // Nor does a phone that was let go meanwhile, and is another account's now.
  app.data.write("UPDATE recipients SET channel = 'sms' WHERE channel = 'call'");
  expect(await press(keys)).toBe(200);
  expect(acknowledgedBy(world)).toEqual([null]);
  app.data.write("UPDATE recipients SET channel = 'call' WHERE channel = 'sms'");
  // The same post again changes nothing, and no other key follows it.
  expect([await press(keys), await press(keys), await press(keys, '9')]).toEqual([200, 200, 404]);
  expect(acknowledgedBy(world)).toEqual([masked[som]]);
  expect(app.data.read("SELECT * FROM events WHERE event_type = 'ACKNOWLEDGE'")).toHaveLength(1);
  // Once it has ended it opens nothing, and the next outage is none of its business.
  twilio.end(call);
  await until(world, () => alerts(world)[0]?.status === 'sent');
  await device.regainsMains();
  await pass(world, 30);
  expect(await press(keys)).toBe(404);
  expect((await app.call('POST', `/api/call/answer?ticket=${ticketIn(keys)}`)).status).toBe(404);
}, 60_000);

test('it asks by GET or by POST what to do', async () => {
  const { app, twilio, call } = await ring();
  const { pathname, search } = new URL(twilio.flowOf(call));
  for (const method of ['GET', 'POST'] as const) {
    const answer = await app.call(method, pathname + search);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toHaveLength(3);
  }
}, 60_000);

test('an operator sets it up and tests it, and is shown no key', async () => {
  const { app } = await open();
  const logIn = await app.call('POST', '/api/auth/login', undefined, adminLogIn);
  const { token } = (await logIn.json()) as { token: string };
  const answer = await (await app.call('GET', '/api/channels', token)).text();
  expect(answer).not.toContain('key-of-the-provider-7');
  expect(answer).toContain('••••••••er-7');
}, 60_000);
