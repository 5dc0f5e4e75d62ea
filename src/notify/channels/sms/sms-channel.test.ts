import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openTestStore, TestTime } from '../../../../tests/support/monitor.ts';
import { tempDir } from '../../../../tests/support/temp-dir.ts';
import { type Store, StoreUnavailable } from '../../../store/engine/open.ts';
import { type Message, SendError } from '../../channel.ts';
import { DayCount } from '../../day-count.ts';
import { renderConfirmation } from '../../messages/render-confirmation.ts';
import { makeSmsChannel, type SmsChannelOptions } from './sms-channel.ts';

const som = '+66812345678';
const nok = '+66812345679';
const timezone = 'Asia/Bangkok';

const alert: Message = {
  ...{ kind: 'alert', language: 'en', heading: 'Mains lost', html: 'Mains lost', buttons: [] },
  ...{ outageIds: [], outages: [] },
};
const reminder: Message = { ...alert, kind: 'reminder' };
const code = renderConfirmation({ language: 'en', account: 'Som', token: '123456' });

interface Options extends Partial<SmsChannelOptions> {
  readonly store?: Store;
}

function open({ store = openTestStore(), ...options }: Options = {}) {
  const time = new TestTime();
  // 13:00 in Bangkok.
  time.wallMs = Date.parse('2026-11-23T06:00:00Z');
  const sent: string[] = [];
  const failures: SendError[] = [];
  const channel = makeSmsChannel({
    ...{ dailyCap: 10, numberCap: 5, tellsReminders: true, timezone, clock: time.clock },
    count: new DayCount('sms', { store, clock: time.clock, timezone }),
    way: {
      limits: { overall: { perSecond: 1, burst: 1 }, perRecipient: () => [] },
      async send({ to }) {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        sent.push(to);
        return null;
      },
    },
    ...options,
  });
  let key = 0;
  const send = (to: string, message = alert) => {
    key += 1;
    return channel.send(to, message, { retryKey: `${key}` });
  };
  const refusal = (to: string, message = alert) =>
    send(to, message).then(
      () => null,
      (error: SendError) => error,
    );
  return { time, store, channel, sent, failures, send, refusal };
}

describe('the cap of a day', () => {
  test('over the cap of all, a message waits for the next day', async () => {
    const { send, sent, refusal, time, channel } = open({ dailyCap: 3, numberCap: 3 });
    for (const to of [som, nok, som]) await send(to);
    expect(channel.quota?.()).toEqual({ used: 3, limit: 3, period: 'day' });
    expect(await refusal(nok)).toMatchObject({
      ...{ message: 'SMS: the 3 messages of today are used up', permanent: false },
      ...{ retryAfterMs: 600_000, isGlobalLimit: true },
    });
    expect(sent).toHaveLength(3);
    // One minute before midnight, and at midnight.
    time.wallMs = Date.parse('2026-11-23T16:59:00Z');
    expect(await refusal(nok)).not.toBeNull();
    time.wallMs = Date.parse('2026-11-23T17:00:00Z');
    expect(await refusal(nok)).toBeNull();
    expect(channel.quota?.()?.used).toBe(1);
  });

  test('over the cap of one number, a message fails, and other numbers get theirs', async () => {
    const { send, refusal } = open({ dailyCap: 10, numberCap: 2 });
    await send(som);
    await send(som);
    expect(await refusal(som)).toMatchObject({ permanent: true, isRecipientGone: false });
    expect(await refusal(nok)).toBeNull();
  });

  test('a long message counts as its parts, and goes whole or not at all', async () => {
    const { send, refusal, channel, sent } = open({ dailyCap: 3, numberCap: 3 });
    const long = { ...alert, language: 'th', html: 'ก'.repeat(100) } as const;
    await send(som, long);
    expect(channel.quota?.()?.used).toBe(2);
    expect(await refusal(som, long)).not.toBeNull();
    expect(sent).toHaveLength(1);
  });

  test('near the cap, only losses and their ends go', async () => {
    const { send, refusal } = open({ dailyCap: 5, numberCap: 5 });
    for (let count = 0; count < 4; count += 1) await send(som, reminder);
    expect(await refusal(nok, reminder)).toMatchObject({ permanent: true });
    expect(await refusal(nok, { ...alert, kind: 'test' })).toMatchObject({ permanent: true });
    // Nothing is wrong with the number.
    expect(await refusal(nok, code)).toMatchObject({ permanent: false });
    expect(await refusal(nok, { ...alert, kind: 'recovery' })).toBeNull();
  });

  test('tests to a number do not use up its alerts', async () => {
    const { refusal } = open({ dailyCap: 100, numberCap: 5 });
    for (let count = 0; count < 9; count += 1) await refusal(som, { ...alert, kind: 'test' });
    expect(await refusal(som)).toBeNull();
  });

  test('a message that may have gone is counted, and one that cannot have gone is not', async () => {
    const { failures, refusal, channel } = open();
    failures.push(new SendError('not taken', { permanent: false }));
    await refusal(som);
    expect(channel.quota?.()?.used).toBe(0);
    failures.push(new SendError('nobody knows', { permanent: false, isAmbiguous: true }));
    await refusal(som);
    expect(channel.quota?.()?.used).toBe(1);
  });

  test('outlives a restart, and a kill in the middle of a message', async () => {
    const database = join(tempDir('sms'), 'faiwatch.db');
    const first = open({ store: openTestStore(database) });
    await first.send(som);
    const never = first.channel.quota?.()?.used;
    const killed = open({
      store: openTestStore(database),
      way: {
        limits: { overall: { perSecond: 1, burst: 1 }, perRecipient: () => [] },
        send: () => new Promise(() => {}),
      },
    });
    void killed.send(nok);
    const { channel } = open({ store: openTestStore(database) });
    expect([never, channel.quota?.()?.used]).toEqual([1, 2]);
  });

  test('is kept to while the disk takes no writes', async () => {
    const store = openTestStore();
    let isFull = true;
    const fillable: Store = {
      ...store,
      transaction(work) {
        if (isFull) throw new StoreUnavailable('disk is full');
        return store.transaction(work);
      },
    };
    const { send, refusal, channel } = open({ store: fillable, dailyCap: 3, numberCap: 3 });
    for (const to of [som, nok, som]) await send(to);
    expect(await refusal(nok)).not.toBeNull();
    isFull = false;
    expect(channel.quota?.()?.used).toBe(3);
  });
});

test('a message that was handed over before is not counted again', async () => {
  const { channel, send } = open({
    way: {
      limits: { overall: { perSecond: 1, burst: 1 }, perRecipient: () => [] },
      knows: () => true,
      send: async () => null,
    },
  });
  await send(som);
  expect(channel.quota?.()?.used).toBe(0);
});

test('what is no number is refused', async () => {
  expect(await open().refusal('12')).toMatchObject({ permanent: true });
});
