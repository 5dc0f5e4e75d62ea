/** Which calls go, and what is said of those that do not. */
import { expect, test } from 'bun:test';
import { openTestStore, TestTime } from '../../../../tests/support/monitor.ts';
import { type Message, SendError, type ToldOutage } from '../../channel.ts';
import { DayCount } from '../../day-count.ts';
import { LeftAlone } from '../../left-alone.ts';
import { renderConfirmation } from '../../messages/render-confirmation.ts';
import { makeCallChannel } from './call-channel.ts';
import type { CallOutcome, CallWay } from './call-way.ts';
import type { Speech } from './conversation.ts';
import { Voice } from './voice.ts';

const som = '+66812345678';
const nok = '+66812345679';
const timezone = 'Asia/Bangkok';
// 13:00 in Bangkok.
const noon = Date.parse('2026-11-23T06:00:00Z');

const outage: ToldOutage = {
  ...{ kind: 'alert', outageId: 1, deviceId: 'd', siteName: 'Pond', cause: 'mains' },
  ...{ downAt: noon - 60_000, recoverAt: null, acknowledgedAt: null, isAnnounced: false },
};
const alert: Message = {
  ...{ kind: 'alert', language: 'en', heading: 'Mains lost', html: 'Mains lost' },
  buttons: [{ text: 'Seen', action: 'ack', id: '7' }],
  ...{ outageIds: [1], outages: [outage] },
};
const ended: Message = {
  ...{ ...alert, kind: 'recovery', buttons: [] },
  outages: [{ ...outage, kind: 'recovery', recoverAt: noon - 1_000 }],
};
const trial: Message = { ...alert, kind: 'test', buttons: [], outageIds: [], outages: [] };
const code = renderConfirmation({ language: 'en', account: 'Som', token: '123456' });

type Caps = Partial<Pick<Parameters<typeof makeCallChannel>[0], 'dailyCap' | 'numberCap'>>;

/** A channel whose phones are answered, and 1 is pressed there. */
function open(caps: Caps = {}) {
  const time = new TestTime();
  time.wallMs = noon;
  const store = openTestStore();
  const said: Speech[] = [];
  const failures: SendError[] = [];
  const outcomes: CallOutcome[] = [];
  const way: CallWay = {
    ...{ hearsKeys: true, saysWords: true },
    prepare: async () => {},
    async place(speech) {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      said.push(speech);
      const heard = { end: 'unheard', words: null, wish: 'heard' } as const;
      return { id: 'id', ended: async () => outcomes.shift() ?? heard, callOff: () => {} };
    },
  };
  const { clock } = time;
  const leftAlone = new LeftAlone({ store, clock, timezone });
  const channel = makeCallChannel({
    ...{ way, clock, timezone, leftAlone, countries: ['66'], voice: new Voice(null) },
    ...{ dailyCap: 10, numberCap: 10, atOnce: 2, ...caps },
    count: new DayCount('call', { store, clock, timezone }),
    siteNumberOf: () => ({ number: 1, count: 1 }),
    spokenNameOf: () => null,
  });
  const refusal = (to: string, message = alert) =>
    channel.send(to, message, { retryKey: crypto.randomUUID() }).then(
      () => null,
      (error: SendError) => error,
    );
  return { time, channel, said, failures, outcomes, leftAlone, refusal };
}

test('over the cap of one number its phone is left alone until midnight, and others are called', async () => {
  const { time, said, refusal } = open({ numberCap: 2 });
  expect([await refusal(som), await refusal(som)]).toEqual([null, null]);
  expect(await refusal(som)).toMatchObject({
    message: 'Call: this number has had its 2 calls of today',
    ...{ permanent: true, isRecipientGone: false },
  });
  expect(await refusal(nok)).toBeNull();
  time.wallMs = Date.parse('2026-11-23T17:00:00Z');
  expect(await refusal(som)).toBeNull();
  expect(said.map(({ to }) => to)).toEqual([som, som, nok, som]);
});

test('over the cap of all an alert waits for another day, whoever it is for', async () => {
  const { time, channel, refusal } = open({ dailyCap: 2 });
  await refusal(som);
  await refusal(nok);
  expect(channel.quota?.()).toEqual({ used: 2, limit: 2, period: 'day' });
  for (const to of [som, nok]) {
    expect(await refusal(to)).toMatchObject({
      message: 'Call: the 2 calls of today are used up',
      ...{ permanent: false, isGlobalLimit: true },
    });
  }
  time.wallMs = Date.parse('2026-11-23T16:59:00Z');
  expect(await refusal(som)).not.toBeNull();
  time.wallMs += 60_000;
  expect(await refusal(som)).toBeNull();
});

test.each([
  ['of all', { dailyCap: 5 }],
  ['of one number', { numberCap: 5 }],
])('from four fifths of the cap %s on only losses ring', async (_, caps) => {
  const { said, refusal } = open({ dailyCap: 100, numberCap: 100, ...caps });
  for (let count = 0; count < 4; count += 1) expect(await refusal(som, trial)).toBeNull();
  for (const message of [trial, ended]) {
    expect(await refusal(som, message)).toMatchObject({
      message: 'Call: kept for alerts, what may be sent is nearly used up',
      permanent: true,
    });
  }
  // Nothing is wrong with the number: its owner may try tomorrow.
  expect(await refusal(som, code)).toMatchObject({ permanent: false });
  expect(await refusal(som)).toBeNull();
  expect(said.map(({ subject }) => subject)).toEqual([...Array(4).fill('test'), 'alert']);
});

test('a call that surely did not ring is not counted, any other is', async () => {
  const { channel, failures, outcomes, refusal } = open();
  failures.push(new SendError('not taken', { permanent: false }));
  await refusal(som);
  expect(channel.quota?.()?.used).toBe(0);
  failures.push(new SendError('nobody knows', { permanent: false, isAmbiguous: true }));
  await refusal(som);
  expect(channel.quota?.()?.used).toBe(1);
  outcomes.push({ end: 'busy', words: null, wish: null });
  await refusal(som);
  expect(channel.quota?.()?.used).toBe(2);
});

test('a number that was confirmed before its country was taken off is not called, nor one with a surcharge', async () => {
  const { said, refusal } = open();
  for (const number of ['+441212345678', '+66190012345']) {
    for (const message of [alert, ended, trial, code]) {
      expect(await refusal(number, message)).toMatchObject({ permanent: true });
    }
  }
  expect(said).toEqual([]);
});

test('nothing but losses, their ends, tests and codes is worth a ring', async () => {
  const { said, channel, refusal } = open();
  for (const kind of ['reminder', 'digest', 'account', 'key-expiry', 'operator'] as const) {
    expect(channel.leavesOut?.has(kind)).toBeTrue();
    expect(await refusal(som, { ...alert, kind })).toMatchObject({ permanent: true });
  }
  expect(said).toEqual([]);
});

test('codes ring by day only, losses at night too; who wants no codes is told of losses all the same', async () => {
  const { time, leftAlone, refusal } = open();
  leftAlone.add('call-codes', som);
  expect(await refusal(som, code)).toMatchObject({ permanent: true });
  expect(await refusal(nok, code)).toBeNull();
  expect(await refusal(som)).toBeNull();
  time.wallMs = Date.parse('2026-11-23T14:00:00Z');
  expect(await refusal(nok, code)).toMatchObject({ permanent: false });
  expect(await refusal(nok)).toBeNull();
  leftAlone.add('call-night', nok);
  expect(await refusal(nok)).toMatchObject({ isDeclined: true });
  expect(await refusal(som)).toBeNull();
  // Nine in the morning.
  time.wallMs = Date.parse('2026-11-24T02:00:00Z');
  expect(await refusal(nok)).toBeNull();
});
