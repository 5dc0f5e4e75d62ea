/** The channel with smsd as Debian has it, and a modem of the test's at the end of a serial line. */
import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freeSms } from '../../../../tests/channels/benches/sms.ts';
import { FakeModem } from '../../../../tests/fakes/modem/fake-modem.ts';
import { startSmsd } from '../../../../tests/fakes/smsd/start-smsd.ts';
import { tempDir } from '../../../../tests/support/temp-dir.ts';
import { realTime } from '../../../server/clock.ts';
import type { Message, SendError } from '../../channel.ts';
import { checkSmsd } from '../../smsd.ts';
import { makeModem } from './modem.ts';
import { measureSms } from './sms-length.ts';

const som = '+66812345678';
const alert: Message = {
  ...{ kind: 'alert', language: 'th', heading: '', html: '', buttons: [], outageIds: [1] },
  outages: [
    {
      ...{
        kind: 'alert',
        outageId: 1,
        deviceId: 'fw-1',
        siteName: 'บ้านสวน [1]',
        cause: 'mains',
        downAt: Date.now(),
      },
      ...{ recoverAt: null, acknowledgedAt: null, isAnnounced: false },
    },
  ],
};
const long = { ...alert, outages: [], html: 'ไฟดับ '.repeat(20) };
const english = { ...alert, language: 'en', outages: [], html: 'Home [1] & shop {2}' } as const;

async function open() {
  const modem = new FakeModem();
  const smsd = await startSmsd(tempDir('smsd'), modem);
  return {
    ...{ modem, smsd },
    channelOf: (timeoutSeconds = 60) =>
      freeSms(makeModem({ spool: smsd.spool, ...realTime, timeoutSeconds })),
    async [Symbol.asyncDispose]() {
      await smsd.stop();
      modem.close();
    },
  };
}

// Most of their time, smsd sleeps.
describe.concurrent('through smsd', () => {
  test('messages reach the network as they were written, in as many parts as were counted', async () => {
    await using world = await open();
    const { modem, channelOf } = world;
    const channel = channelOf();
    const messages = [alert, long, english];
    await Promise.all(
      messages.map((message, index) => channel.send(som, message, { retryKey: `k${index}` })),
    );
    const byText = (text: string) => modem.taken.find((sms) => sms.text.includes(text));
    expect(byText('บ้านสวน [1]')).toMatchObject({ to: som, alphabet: 'ucs2', parts: 1 });
    expect(byText('ไฟดับ ไฟดับ')).toMatchObject({ alphabet: 'ucs2', parts: 2 });
    expect(byText('Home [1] & shop {2}')).toMatchObject({ alphabet: 'gsm7', parts: 1 });
    for (const { text, alphabet, parts } of modem.taken) {
      expect(measureSms(text)).toEqual({ alphabet, parts });
    }
    expect(channel.quota?.()?.used).toBe(4);
    expect(modem.unknown).toEqual([]);
    // The same key again is no second message.
    await channel.send(som, alert, { retryKey: 'k0' });
    expect(modem.taken).toHaveLength(3);
    expect(channel.quota?.()?.used).toBe(4);
  }, 60_000);

  test('a refusal is told in the words of the network, and the message can be tried again', async () => {
    await using world = await open();
    const { modem, channelOf } = world;
    const channel = channelOf();
    const send = () => channel.send(som, english, { retryKey: 'k' });
    const refusal = () =>
      send().then(
        () => null,
        (error: SendError) => error,
      );
    modem.failNext(38);
    expect(await refusal()).toMatchObject({
      ...{ message: 'SMS: +CMS ERROR: 38 (Network out of order)', permanent: false },
      isAmbiguous: false,
    });
    expect(channel.quota?.()?.used).toBe(0);
    modem.failNext(1);
    expect(await refusal()).toMatchObject({ permanent: true, isRecipientGone: true });
    await send();
    expect(modem.taken).toHaveLength(1);
    expect(channel.quota?.()?.used).toBe(1);
  }, 60_000);

  test('a message that smsd has taken and not finished is found again', async () => {
    await using world = await open();
    const { modem, channelOf } = world;
    modem.isRegistered = false;
    const lost = channelOf(2).send(som, english, { retryKey: 'k' });
    expect(await lost.catch((error: SendError) => error)).toMatchObject({
      ...{ permanent: false, isAmbiguous: true },
    });
    modem.isRegistered = true;
    await channelOf().send(som, english, { retryKey: 'k' });
    expect(modem.taken).toHaveLength(1);
  }, 60_000);

  test('it is seen whether smsd runs', async () => {
    await using world = await open();
    const { smsd } = world;
    checkSmsd(smsd.spool, smsd.pidFile, 'SMS');
    const other = join(smsd.spool, 'no.pid');
    expect(() => checkSmsd(smsd.spool, other, 'SMS')).toThrow(`smsd does not run, says ${other}`);
    expect(() => checkSmsd('/nowhere', smsd.pidFile, 'SMS')).toThrow(
      'SMS: ENOENT /nowhere/outgoing',
    );
  });
});

test('a message that smsd does not take is taken back, so that no alert goes hours later', async () => {
  const spool = tempDir('smsd');
  for (const folder of ['outgoing', 'checked', 'sent', 'failed']) mkdirSync(join(spool, folder));
  const channel = freeSms(makeModem({ spool, ...realTime, timeoutSeconds: 0.3 }));
  const lost = await channel
    .send(som, english, { retryKey: 'k' })
    .catch((error: SendError) => error);
  expect(lost).toMatchObject({ permanent: false, isAmbiguous: false });
  expect(readdirSync(join(spool, 'outgoing'))).toEqual([]);
  expect(channel.quota?.()?.used).toBe(0);
});
