/** A site that is marked as critical: phones ring in quiet hours, again and again, until somebody acknowledges. */
import { afterEach, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { wavOf } from '../../src/domain/wav.ts';
import type { Phone } from '../fakes/twilio/fake-twilio.ts';
import {
  acknowledgedBy,
  alerts,
  callsTo,
  closeWorlds,
  masked,
  open,
  pass,
  passMinutes,
  som,
  son,
  until,
  type World,
  wordsOf,
} from '../support/phone-world.ts';
import { tempDir } from '../support/temp-dir.ts';

afterEach(closeWorlds);

/** Of a house whose owner sleeps, with a phone that was confirmed before. */
async function sleep(
  isCritical: boolean,
  settings: Readonly<Record<string, string>> = {},
  sites = 1,
): Promise<World> {
  const world = await open(settings, sites);
  const { app, portal } = world;
  // All are one owner's.
  for (const table of ['devices', 'activation_keys']) {
    app.data.write(`UPDATE ${table} SET customer_id = (SELECT min(id) FROM customers)`);
  }
  app.data.write('DELETE FROM recipients');
  addPhone(world, som);
  await app.restart('1 s');
  await portal('PUT', '/api/customer/contacts/own', {
    quiet: { from: '09:00', to: '23:00', wakes: [] },
  });
  if (isCritical) await mark(world, true);
  world.twilio.phones.set(som, { does: 'no-answer' });
  return world;
}

function addPhone({ app }: World, number: string, contactId: string | null = null): void {
  app.data.write(
    `INSERT INTO recipients (customer_id, channel, address, language, contact_id, created_at)
     SELECT min(id), 'call', ?, 'en', ?, 0 FROM customers`,
    number,
    contactId,
  );
}

const sitesOf = ({ app }: World) =>
  app.data.read<{ id: string }>('SELECT device_id AS id FROM devices').map(({ id }) => id);

/** Marks all sites. */
function mark(world: World, critical: boolean): Promise<unknown> {
  const body = { device_ids: sitesOf(world), critical };
  return world.portal('PUT', '/api/customer/alert-settings', body);
}

/** When a phone rang, in minutes after it first did. */
async function ringing(world: World, minutes: number, number = som): Promise<number[]> {
  const begins: number[] = [];
  for (let minute = 0; minute < minutes * 6; minute += 1) {
    await passMinutes(world, 1 / 6);
    while (begins.length < callsTo(world, number).length) begins.push(world.app.time.wallMs);
  }
  const [first = 0] = begins;
  return begins.map((at) => Math.round((at - first) / 60_000));
}

const acknowledge = ({ portal }: World) => portal('POST', '/api/customer/outages/1/acknowledge');

test('rings at night at once, after 2, 5, 10 minutes, then every 15, and stops at the eighth', async () => {
  const world = await sleep(true);
  const device = await world.app.connect();
  await device.losesMains();
  expect(await ringing(world, 100)).toEqual([0, 2, 5, 10, 25, 40, 55, 70]);
  expect(alerts(world)).toEqual([
    expect.objectContaining({
      status: 'failed',
      last_error: 'Call: nobody answered; it has rung 8 times',
    }),
  ]);
}, 60_000);

test('without the mark nobody is woken in quiet hours', async () => {
  const world = await sleep(false);
  const device = await world.app.connect();
  await device.losesMains();
  expect(await ringing(world, 20)).toEqual([]);
  expect(alerts(world)[0]).toMatchObject({ status: 'pending', last_error: 'quiet hours' });
  // Marked while it goes on, it rings at once; and not any more once the mark is taken off.
  await mark(world, true);
  expect(await ringing(world, 4)).toEqual([0, 2]);
  await mark(world, false);
  await passMinutes(world, 20);
  expect(callsTo(world, som)).toHaveLength(2);
}, 60_000);

test('an acknowledgement on any other way ends it', async () => {
  const world = await sleep(true);
  const device = await world.app.connect();
  await device.losesMains();
  expect(await ringing(world, 3)).toEqual([0, 2]);
  await acknowledge(world);
  await passMinutes(world, 20);
  expect(callsTo(world, som)).toHaveLength(2);
}, 60_000);

test('power that is back ends it, and its return rings nowhere', async () => {
  const world = await sleep(true);
  const device = await world.app.connect();
  await device.losesMains();
  expect(await ringing(world, 3)).toEqual([0, 2]);
  await device.regainsMains();
  await passMinutes(world, 20);
  expect(callsTo(world, som)).toHaveLength(2);
}, 60_000);

/** The owner wishes to be called about the end, too. */
const wishForEnds = (world: World) =>
  world.portal('PUT', '/api/customer/alert-settings', {
    device_ids: sitesOf(world),
    callOnRecovery: true,
  });

const ends = ({ app }: World) =>
  app.data.read<{ status: string; why: string | null }>(
    "SELECT status, last_error AS why FROM notifications WHERE kind = 'recovery' AND channel = 'call'",
  );

/** Until the loss was heard of and is over, and half an hour more. */
async function heardAndOver(world: World): Promise<void> {
  const device = await world.app.connect();
  await device.losesMains();
  await until(world, () => alerts(world)[0]?.status === 'sent');
  await device.regainsMains();
  await passMinutes(world, 30);
}

test.each([
  ['a critical site, at night', true],
  ['another, by day', false],
])(
  'by wish the phone on which 1 was pressed is told of the end, once: %s',
  async (_, critical) => {
    const world = await sleep(critical);
    if (!critical) await world.portal('PUT', '/api/customer/contacts/own', { quiet: null });
    await wishForEnds(world);
    world.twilio.phones.set(som, { does: 'answers', keys: '1' });
    await heardAndOver(world);
    expect(ends(world)).toEqual([{ status: 'sent', why: null }]);
    const [, end, ...more] = callsTo(world, som);
    expect(more).toEqual([]);
    expect(end?.heard[0]?.pieces.slice(0, 4)).toEqual([
      'greeting',
      'mains_back',
      'at_site',
      'since',
    ]);
  },
  60_000,
);

test('an end that nobody takes is told no second time', async () => {
  const world = await sleep(true);
  await wishForEnds(world);
  const device = await world.app.connect();
  world.twilio.phones.set(som, { does: 'answers', keys: '1' });
  await device.losesMains();
  await until(world, () => alerts(world)[0]?.status === 'sent');
  world.twilio.phones.set(som, { does: 'no-answer' });
  await device.regainsMains();
  await passMinutes(world, 30);
  expect(callsTo(world, som)).toHaveLength(2);
  expect(ends(world)).toEqual([
    { status: 'failed', why: 'Call: nobody answered; an end is told once' },
  ]);
}, 60_000);

test('an end that is refused at the phone, as it rings, is told no second time', async () => {
  const world = await sleep(true);
  await wishForEnds(world);
  const device = await world.app.connect();
  world.twilio.phones.set(som, { does: 'answers', keys: '1' });
  await device.losesMains();
  await until(world, () => alerts(world)[0]?.status === 'sent');
  // Twilio calls a phone busy on which the red button was pressed.
  world.twilio.phones.set(som, { does: 'refuses', looks: 2 });
  await device.regainsMains();
  await passMinutes(world, 30);
  expect(callsTo(world, som)).toHaveLength(2);
  expect(ends(world)).toEqual([
    {
      status: 'failed',
      why: 'Call: the call was refused at the phone; an end is told once',
    },
  ]);
}, 60_000);

test('an end whose call is broken off is told again: it may ring twice, but never not at all', async () => {
  const world = await sleep(true);
  await wishForEnds(world);
  const device = await world.app.connect();
  world.twilio.phones.set(som, { does: 'answers', keys: '1' });
  await device.losesMains();
  await until(world, () => alerts(world)[0]?.status === 'sent');
  world.twilio.phones.set(som, { does: 'rings' });
  await device.regainsMains();
  await until(world, () => callsTo(world, som).length === 2);
  const [, call] = callsTo(world, som);
  if (call !== undefined) call.status = 'canceled';
  world.twilio.phones.set(som, { does: 'answers', keys: '' });
  await until(world, () => ends(world)[0]?.status === 'sent');
  expect(callsTo(world, som)).toHaveLength(3);
}, 60_000);

test('an end is told again to a phone that is busy or off, four times in ten minutes, while power is back', async () => {
  const world = await sleep(true, { number_cap: '30' });
  await wishForEnds(world);
  const device = await world.app.connect();
  const loseAndRegain = async (then: Phone) => {
    world.twilio.phones.set(som, { does: 'answers', keys: '1' });
    await device.losesMains();
    await until(world, () => alerts(world).at(-1)?.status === 'sent');
    world.twilio.phones.set(som, then);
    await device.regainsMains();
  };
  await loseAndRegain({ does: 'busy' });
  await until(world, () => callsTo(world, som).length === 2);
  expect(await ringing(world, 30)).toHaveLength(5);
  expect(ends(world)).toEqual([
    { status: 'failed', why: 'Call: the phone was busy; it was called 4 times' },
  ]);

  // Free again at the second call.
  await loseAndRegain({ does: 'failed' });
  await until(world, () => callsTo(world, som).length === 7);
  world.twilio.phones.set(som, { does: 'answers', keys: '' });
  await passMinutes(world, 20);
  expect(callsTo(world, som)).toHaveLength(8);
  expect(ends(world).at(-1)?.status).toBe('sent');

  // Lost again meanwhile: its end is no news any more.
  await loseAndRegain({ does: 'busy' });
  await until(world, () => callsTo(world, som).length === 10);
  world.twilio.phones.set(som, { does: 'answers', keys: '1' });
  await device.losesMains();
  await until(world, () => alerts(world).at(-1)?.status === 'sent');
  await passMinutes(world, 20);
  const said = callsTo(world, som)
    .slice(10)
    .map(({ heard }) => heard[0]?.pieces[1]);
  expect(said).toEqual(['mains_lost']);
}, 120_000);

test.each([
  ['a shorter loss than is told holds an end back until it is over', 3, 'mains_back'],
  ['one that lasts takes its place', 30, 'mains_lost'],
])(
  '%s',
  async (_, lastsSeconds, said) => {
    const world = await sleep(true);
    const { app, twilio } = world;
    await wishForEnds(world);
    twilio.phones.set(som, { does: 'answers', keys: '1' });
    const device = await app.connect();
    await device.losesMains();
    await until(world, () => alerts(world)[0]?.status === 'sent');
    twilio.phones.set(som, { does: 'busy' });
    await device.regainsMains();
    const tried = () =>
      app.data.read<{ at: number }>(
        "SELECT next_attempt_at AS at FROM notifications WHERE kind = 'recovery' AND attempts = 1",
      );
    await until(world, () => tried().length === 1);
    twilio.phones.set(som, { does: 'answers', keys: '1' });
    const [{ at } = { at: 0 }] = tried();
    await pass(world, (at - app.time.wallMs) / 1000 - 1.5);
    await device.losesMains();
    await pass(world, lastsSeconds);
    // It was looked at, and nothing was said while nobody knew.
    const [, , ...calls] = callsTo(world, som);
    const [end] = ends(world);
    if (said === 'mains_back')
      expect([calls.length, end?.why]).toEqual([0, 'it may be lost again']);
    else expect(end).toEqual({ status: 'superseded', why: 'it is lost again' });
    await device.regainsMains();
    await until(world, () => callsTo(world, som)[2]?.heard[0] !== undefined);
    expect<string | undefined>(callsTo(world, som)[2]?.heard[0]?.pieces[1]).toBe(said);
    await passMinutes(world, 5);
    expect(ends(world)[0]?.status).toBe(said === 'mains_back' ? 'sent' : 'superseded');
  },
  60_000,
);

test('no end is told where no phone was answered, or where it is not wished', async () => {
  const world = await sleep(true);
  await wishForEnds(world);
  const device = await world.app.connect();
  await device.losesMains();
  expect(await ringing(world, 3)).toEqual([0, 2]);
  await device.regainsMains();
  await passMinutes(world, 20);
  expect(callsTo(world, som)).toHaveLength(2);

  await world.portal('PUT', '/api/customer/alert-settings', {
    device_ids: sitesOf(world),
    callOnRecovery: false,
  });
  world.twilio.phones.set(som, { does: 'answers', keys: '1' });
  await device.losesMains();
  await until(world, () => callsTo(world, som).length === 3);
  await until(world, () => alerts(world)[1]?.status === 'sent');
  await device.regainsMains();
  await passMinutes(world, 20);
  expect(callsTo(world, som)).toHaveLength(3);
  expect(ends(world).at(-1)).toEqual({
    status: 'superseded',
    why: 'recovery messages are switched off',
  });
}, 60_000);

test('a site that is muted meanwhile tells no end, nor when the mute is over', async () => {
  const world = await sleep(true);
  await wishForEnds(world);
  world.twilio.phones.set(som, { does: 'answers', keys: '1' });
  const device = await world.app.connect();
  await device.losesMains();
  await until(world, () => alerts(world)[0]?.status === 'sent');
  const [site] = sitesOf(world);
  await world.portal('PUT', '/api/customer/quiet', {
    devices: [{ device_id: site, quiet: 'hour' }],
  });
  await device.regainsMains();
  await passMinutes(world, 90);
  expect(callsTo(world, som)).toHaveLength(1);
  expect(ends(world)).toEqual([
    { status: 'superseded', why: 'the device was muted when it was over' },
  ]);
}, 60_000);

test('a mute and planned maintenance hold it, also in the middle', async () => {
  const world = await sleep(true);
  const { app, portal } = world;
  const [site] = sitesOf(world);
  const quiet = (wish: string) =>
    portal('PUT', '/api/customer/quiet', { devices: [{ device_id: site, quiet: wish }] });
  const device = await app.connect();
  await device.losesMains();
  expect(await ringing(world, 1)).toEqual([0]);
  await quiet('hour');
  await passMinutes(world, 59);
  expect(callsTo(world, som)).toHaveLength(1);
  await passMinutes(world, 2);
  expect(callsTo(world, som)).toHaveLength(2);
  const at = (minutes: number) => new Date(app.time.wallMs + minutes * 60_000).toISOString();
  await portal('POST', '/api/customer/planned-times', {
    ...{ note: '', starts_at: at(0), ends_at: at(30), is_weekly: false },
  });
  await passMinutes(world, 29);
  expect(callsTo(world, som)).toHaveLength(2);
  await passMinutes(world, 2);
  expect(callsTo(world, som)).toHaveLength(3);
}, 60_000);

test('one call for sites that fell together; later calls are about what is still lost', async () => {
  const world = await sleep(true, {}, 3);
  const { app } = world;
  const devices = await Promise.all(app.boards.map((board) => app.connect(board)));
  for (const device of devices) await device.losesMains();
  await passMinutes(world, 1);
  expect(callsTo(world, som)).toHaveLength(1);
  await devices[0]?.regainsMains();
  await devices[1]?.regainsMains();
  world.twilio.phones.delete(som);
  await until(world, () => callsTo(world, som).length === 2);
  await until(world, () => acknowledgedBy(world)[2] === masked[som]);
  const [said] = wordsOf(callsTo(world, som)[1]);
  expect(said).toContain('at your site number three');
  expect(said).not.toContain('more sites');
  expect(callsTo(world, som)).toHaveLength(2);
}, 60_000);

test('a restart in the middle goes on where it was', async () => {
  const world = await sleep(true);
  const device = await world.app.connect();
  await device.losesMains();
  expect(await ringing(world, 6)).toEqual([0, 2, 5]);
  await world.app.restart('1 s');
  // Six minutes after the first call; the three before the restart count.
  expect(await ringing(world, 70)).toEqual([0, 0, 0, 4, 19, 34, 49, 64]);
  expect(alerts(world)[0]).toMatchObject({ status: 'failed' });
}, 60_000);

test('a person whose step comes later is called at their step, the first phone at the threshold', async () => {
  const world = await sleep(true);
  const { app, portal } = world;
  const contact = async (name: string, minutes: number) => {
    const { data } = (await portal('POST', '/api/customer/contacts', { name })) as {
      data: { id: string };
    };
    await portal('PUT', `/api/customer/contacts/${data.id}`, { after_minutes: minutes });
    return data.id;
  };
  const mine = await contact('Me', 5);
  const sons = await contact('Son', 10);
  app.data.write('DELETE FROM recipients');
  addPhone(world, som, mine);
  addPhone(world, son, sons);
  const device = await app.connect();
  await device.losesMains();
  const lostAt = app.time.wallMs;
  await until(world, () => callsTo(world, som).length === 1);
  expect(app.time.wallMs - lostAt).toBeLessThan(60_000);
  // Nobody was reached by then, so the next is not made to wait for his step.
  await until(world, () => callsTo(world, son).length === 1);
  await until(world, () => acknowledgedBy(world)[0] === masked[son]);
  await pass(world, 200);
  expect(callsTo(world, som).length).toBeLessThanOrEqual(2);
}, 60_000);

test('what would happen says so', async () => {
  const world = await sleep(true);
  const read = async () => {
    const path = `/api/customer/contacts/preview?device_id=${sitesOf(world)[0]}&time=10:00`;
    const { data } = (await world.portal('GET', path)) as {
      data: {
        lost_at: string;
        calls_on_recovery: boolean;
        messages: { at: string; is_held: boolean }[];
      };
    };
    return data;
  };
  const preview = async () => {
    const data = await read();
    return data.messages.map(({ at, ...message }) => ({
      ...message,
      afterSeconds: (Date.parse(at) - Date.parse(data.lost_at)) / 1000,
    }));
  };
  expect(await preview()).toEqual([
    expect.objectContaining({ is_critical_call: true, is_held: false, afterSeconds: 5 }),
  ]);
  await mark(world, false);
  expect(await preview()).toEqual([
    expect.objectContaining({ is_critical_call: false, is_held: true, afterSeconds: 13 * 3600 }),
  ]);
  expect((await read()).calls_on_recovery).toBeFalse();
  await wishForEnds(world);
  expect((await read()).calls_on_recovery).toBeTrue();
}, 60_000);

test('where a modem calls, which says nothing and hears no key, neither ends nor spoken names are offered', async () => {
  const spool = tempDir('smsd');
  for (const name of ['outgoing', 'checked', 'sent', 'failed']) mkdirSync(join(spool, name));
  const modem = { way: 'modem', spool, pid_file: join(spool, 'pid') };
  for (const [settings, isTold] of [[modem, false] as const, [{}, true] as const]) {
    const world = await sleep(true, settings);
    await wishForEnds(world);
    const path = `/api/customer/contacts/preview?device_id=${sitesOf(world)[0]}&time=10:00`;
    expect(await world.portal('GET', path)).toMatchObject({ data: { calls_on_recovery: isTold } });
    const info = await fetch(`${world.app.url}/api/public/info`);
    const offers = { call: true, call_ends: isTold, call_names: isTold };
    expect(await info.json()).toMatchObject(offers);
    const name = { sound: Buffer.from(wavOf(new Uint8Array(4_000), 'mu-law')).toString('base64') };
    const [site] = sitesOf(world);
    const saving = world.portal('PUT', `/api/customer/devices/${site}/spoken-name`, name);
    if (isTold) await saving;
    else await expect(saving).rejects.toThrow('409');
  }
}, 60_000);

test('a phone that did not answer for another site is called at once for a critical one', async () => {
  const world = await sleep(false, {}, 2);
  const { app, portal, twilio } = world;
  const [, second] = sitesOf(world);
  await portal('PUT', '/api/customer/contacts/own', { quiet: null });
  await portal('PUT', '/api/customer/alert-settings', { device_ids: [second], critical: true });
  twilio.phones.set(som, { does: 'failed' });
  const devices = await Promise.all(app.boards.map((board) => app.connect(board)));
  await devices[0]?.losesMains();
  await passMinutes(world, 1);
  expect(callsTo(world, som)).toHaveLength(1);
  await devices[1]?.losesMains();
  await pass(world, 20);
  expect(callsTo(world, som)).toHaveLength(2);
  // The other site goes on in its own time: five minutes after each call that did not reach the phone.
  await until(world, () => callsTo(world, som).length === 3);
  await pass(world, 5);
  expect(app.data.read('SELECT calls FROM notifications ORDER BY id')).toEqual([
    { calls: 0 },
    { calls: 2 },
  ]);
}, 60_000);

test('in a storm critical sites are called first, and each owner once before anybody twice', async () => {
  const owners = 10;
  const world = await open({ daily_cap: '100', at_once: '4' }, owners);
  const { app, twilio } = world;
  app.data.write('DELETE FROM recipients');
  const phoneOf = (owner: number, place = 0) => `+668100${place}0${`${owner}`.padStart(3, '0')}`;
  const isCritical = (owner: number) => owner % 2 === 1;
  for (let owner = 1; owner <= owners; owner += 1) {
    const places = owner === 1 ? [0, 1, 2] : [0];
    for (const place of places) {
      app.data.write(
        `INSERT INTO recipients (customer_id, channel, address, language, created_at)
         VALUES (?, 'call', ?, 'en', 0)`,
        ...[owner, phoneOf(owner, place)],
      );
      twilio.phones.set(phoneOf(owner, place), { does: 'no-answer' });
    }
    app.data.write(
      'UPDATE devices SET critical = ? WHERE id = ?',
      isCritical(owner) ? 1 : 0,
      owner,
    );
  }
  await app.restart('1 s');
  const devices = await Promise.all(app.boards.map((board) => app.connect(board)));
  for (const device of devices) await device.losesMains();
  await until(world, () => twilio.calls.length >= owners + 2);
  const called = twilio.calls.slice(0, owners + 2).map(({ to }) => to);
  const [critical, others] = [true, false].map((is) =>
    Array.from({ length: owners }, (_, index) => index + 1)
      .filter((owner) => isCritical(owner) === is)
      .map((owner) => phoneOf(owner)),
  );
  expect(called.slice(0, 5).toSorted()).toEqual(critical ?? []);
  expect(called.slice(5, 7).toSorted()).toEqual([phoneOf(1, 1), phoneOf(1, 2)]);
  expect(called.slice(7).toSorted()).toEqual(others ?? []);
}, 60_000);

test('a phone that still rings when somebody acknowledges elsewhere is let go', async () => {
  const world = await sleep(true);
  world.twilio.phones.set(som, { does: 'rings' });
  const device = await world.app.connect();
  await device.losesMains();
  await until(world, () => callsTo(world, som).length === 1);
  await acknowledge(world);
  await until(world, () => alerts(world)[0]?.status === 'superseded');
  expect(callsTo(world, som)[0]?.status).toBe('canceled');
  expect(alerts(world)[0]?.last_error).toBe(
    'Call: somebody acknowledged, or it was over, while the phone rang',
  );
  await passMinutes(world, 4);
  expect(callsTo(world, som)).toHaveLength(1);
}, 60_000);
