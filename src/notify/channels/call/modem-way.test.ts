/** Calls through smsd as Debian has it, with a modem of the test's at the end of a serial line. */
import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeModem } from '../../../../tests/fakes/modem/fake-modem.ts';
import { startSmsd } from '../../../../tests/fakes/smsd/start-smsd.ts';
import { openTestStore } from '../../../../tests/support/monitor.ts';
import { tempDir } from '../../../../tests/support/temp-dir.ts';
import { realTime } from '../../../server/clock.ts';
import type { Message, SendError } from '../../channel.ts';
import { DayCount } from '../../day-count.ts';
import { LeftAlone } from '../../left-alone.ts';
import { makeCallChannel } from './call-channel.ts';
import type { Speech } from './conversation.ts';
import { ModemWay } from './modem-way.ts';
import { Voice } from './voice.ts';

const som = '+66812345678';
const alert: Speech = {
  ...{ subject: 'alert', language: 'en', notificationId: 7, to: som },
  pieces: ['greeting', 'mains_lost', 'at_site', 'press_1'],
};

const mainsLost: Message = {
  ...{ kind: 'alert', language: 'en', heading: 'Mains lost', html: 'Mains lost' },
  buttons: [{ text: 'Seen', action: 'ack', id: '7' }],
  outageIds: [1],
  outages: [
    {
      ...{ kind: 'alert', outageId: 1, deviceId: 'd', siteName: 'Pond', cause: 'mains' },
      ...{ downAt: Date.now() - 60_000, recoverAt: null },
      ...{ acknowledgedAt: null, isAnnounced: false },
    },
  ],
};

type Bounds = NonNullable<ConstructorParameters<typeof ModemWay>[0]['bounds']>;
const usual: Bounds = { takenSeconds: 30, ringSeconds: 6, longestSeconds: 45 };

const wayAt = (spool: string, bounds: Partial<Bounds> = {}) =>
  new ModemWay({ spool, ...realTime, bounds: { ...usual, ...bounds } });

/** Folders of smsd that nobody looks after. */
function deadSpool(): string {
  const spool = tempDir('smsd');
  for (const name of ['outgoing', 'checked', 'sent', 'failed']) mkdirSync(join(spool, name));
  return spool;
}

const refusal = (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    (error: SendError) => error,
  );
const callIn = (spool: string, folder: string) =>
  readdirSync(join(spool, folder)).filter((name) => !name.endsWith('.LOCK'));

/** What smsd keeps of what it has done: numbers, and codes. */
const left = (spool: string) => [...callIn(spool, 'sent'), ...callIn(spool, 'failed')];

async function open() {
  const modem = new FakeModem();
  const smsd = await startSmsd(tempDir('smsd'), modem);
  return {
    modem,
    spool: smsd.spool,
    async [Symbol.asyncDispose]() {
      await smsd.stop();
      modem.close();
    },
  };
}

describe.concurrent('through smsd', () => {
  test('each end is known by what the modem says, and an answer is never a key', async () => {
    await using world = await open();
    const { modem, spool } = world;
    const way = wayAt(spool);
    const ends = [
      ['answers', 'unheard', 'a modem hears no keys'],
      ['BUSY', 'busy', 'BUSY'],
      ['NO ANSWER', 'no-answer', 'NO ANSWER'],
      ['NO CARRIER', 'unreachable', 'NO CARRIER'],
      ['ERROR', 'not-taken', 'ERROR'],
      ['rings', 'no-answer', 'Timeout'],
    ] as const;
    for (const [phone, end, words] of ends) {
      modem.phone = phone;
      const outcome = await (await way.place(alert)).ended();
      expect(outcome).toEqual({ end, words, wish: null });
    }
    expect(modem.calls.map(({ to }) => to)).toEqual(ends.map(() => som));
    expect(modem.calls[0]?.tones).toBe('595959'.repeat(3));
    expect(modem.calls.slice(1).map(({ tones }) => tones)).toEqual(['', '', '', '', '']);
    expect(modem.calls.every(({ endedBy }) => endedBy !== null)).toBeTrue();
    expect(left(spool)).toEqual([]);
    expect(modem.unknown).toEqual([]);
  }, 60_000);

  test('an alert that was answered has not arrived, so that the next is told; a test has', async () => {
    await using world = await open();
    const { modem, spool } = world;
    const { clock } = realTime;
    const timezone = 'Asia/Bangkok';
    const store = openTestStore();
    const channel = makeCallChannel({
      ...{ way: wayAt(spool), clock, timezone, countries: ['66'], voice: new Voice(null) },
      ...{ dailyCap: 10, numberCap: 10, atOnce: 1 },
      leftAlone: new LeftAlone({ store, clock, timezone }),
      count: new DayCount('call', { store, clock, timezone }),
      siteNumberOf: () => ({ number: 1, count: 1 }),
      spokenNameOf: () => null,
    });
    const send = (message: Message) =>
      channel.send(som, message, { retryKey: crypto.randomUUID() });
    expect(await refusal(send(mainsLost))).toMatchObject({
      message: 'Call: answered, but nobody pressed a key (a modem hears no keys)',
      ...{ permanent: false, isUnheard: true },
    });
    // So nobody is called about the end.
    expect(channel.leavesOut?.has('recovery')).toBeTrue();
    const { externalId } = await send({ ...mainsLost, kind: 'test', outages: [] });
    expect(externalId).toMatch(/^faiwatch-call-/);
    expect(modem.calls).toHaveLength(2);
  }, 60_000);

  test('a code comes by SMS, and nothing rings', async () => {
    await using world = await open();
    const { modem, spool } = world;
    const pieces = ['greeting', 'code', 'n0', 'n4', 'n2', 'n9', 'n9', 'n7', 'not_asked'] as const;
    const speech = { ...alert, subject: 'code', pieces } as const;
    const way = wayAt(spool);
    await (await way.place(speech)).ended();
    await (await way.place({ ...speech, language: 'th' })).ended();
    expect(modem.taken.map(({ to, parts }) => [to, parts])).toEqual([
      [som, 1],
      [som, 1],
    ]);
    for (const { text } of modem.taken) expect(text).toContain('FaiWatch');
    for (const { text } of modem.taken) expect(text).toContain(' 042997');
    expect(modem.calls).toEqual([]);
    expect(left(spool)).toEqual([]);
  }, 60_000);

  test('a modem that does not hang up is given up after its time, and not called again', async () => {
    await using world = await open();
    const { modem, spool } = world;
    modem.isStuck = true;
    const way = wayAt(spool, { longestSeconds: 10 });
    expect(await refusal((await way.place(alert)).ended())).toMatchObject({
      message: 'Call: the modem did not end the call in time',
      permanent: false,
    });
    expect(await refusal(way.prepare())).toMatchObject({
      message: 'Call: the modem makes a call already',
      isOwnLimit: true,
    });
    expect(modem.calls).toHaveLength(1);
    modem.isStuck = false;
  }, 60_000);
});

describe('without smsd', () => {
  test('a call that is not taken is taken back', async () => {
    const spool = deadSpool();
    const placed = await wayAt(spool, { takenSeconds: 0.3 }).place(alert);
    expect(callIn(spool, 'outgoing')).toHaveLength(1);
    expect(await refusal(placed.ended())).toMatchObject({
      message: 'Call: smsd did not take the call in time',
      isAmbiguous: false,
    });
    expect(callIn(spool, 'outgoing')).toEqual([]);
  });

  test('one that is called off before it is taken never rings, nor one of a server that ends', async () => {
    const spool = deadSpool();
    const first = await wayAt(spool).place(alert);
    first.callOff();
    expect(await first.ended()).toMatchObject({ end: 'called-off' });
    const way = wayAt(spool);
    const second = await way.place(alert);
    expect(await refusal(way.place(alert))).toMatchObject({ isOwnLimit: true });
    await way.close();
    expect(callIn(spool, 'outgoing')).toEqual([]);
    expect(await second.ended()).toMatchObject({ end: 'broken-off' });
    expect(await refusal(way.prepare())).not.toBeNull();
  });

  test('what an earlier run left does not ring hours later, and one that goes on is waited for', async () => {
    const spool = deadSpool();
    writeFileSync(join(spool, 'outgoing', 'faiwatch-call-old'), 'To: 66812345678\n');
    for (const folder of ['outgoing', 'sent', 'failed']) {
      writeFileSync(join(spool, folder, 'faiwatch-sms'), 'To: 66812345678\n');
    }
    for (const folder of ['sent', 'failed']) {
      writeFileSync(join(spool, folder, 'faiwatch-call-older'), 'To: 66812345678\n');
    }
    const way = wayAt(spool);
    expect(callIn(spool, 'outgoing')).toEqual(['faiwatch-sms']);
    expect(left(spool)).toEqual(['faiwatch-sms', 'faiwatch-sms']);
    writeFileSync(join(spool, 'checked', 'faiwatch-call-old'), 'To: 66812345678\n');
    expect(await refusal(way.prepare())).toMatchObject({
      message: 'Call: the modem makes a call already',
    });
  });

  test('nothing but a number becomes a line for smsd', async () => {
    const spool = deadSpool();
    for (const to of ['+668\nFlash: yes', '66812345678', '+', '+66 8']) {
      expect(await refusal(wayAt(spool).place({ ...alert, to }))).toMatchObject({
        message: 'Call: not a phone number',
        permanent: true,
      });
    }
    expect(readdirSync(join(spool, 'outgoing'))).toEqual([]);
  });

  test('what others put in the place of an answer is not read, and their words are no commands', async () => {
    const spool = deadSpool();
    const secret = join(spool, 'secret');
    writeFileSync(secret, 'Result: what nobody should see\n');
    const ended = async (leave: (path: string) => void) => {
      const { id, ended } = await wayAt(spool).place(alert);
      leave(join(spool, 'sent', id));
      const outcome = await ended();
      expect(existsSync(join(spool, 'outgoing', id))).toBeTrue();
      await wayAt(spool).prepare();
      return outcome;
    };
    const none = { end: 'not-taken', words: null, wish: null } as const;
    expect(await ended((path) => symlinkSync(secret, path))).toEqual(none);
    expect(await ended((path) => mkdirSync(path))).toEqual(none);
    const noise = `Result: \u001b[31m${'x'.repeat(500)}\n`;
    const { words } = await ended((path) => writeFileSync(path, noise));
    expect(words).toMatch(/^[\x20-\x7e]{120}$/);
    expect(await ended((path) => writeFileSync(path, 'Result: constructor\n'))).toMatchObject({
      ...{ end: 'not-taken', words: 'constructor' },
    });
  });
});
