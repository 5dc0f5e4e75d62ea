/** The channel with far ends that are programs of others: SIPp, and a second baresip behind an exchange of ours. */
import { afterEach, expect, test } from 'bun:test';
import type { Message, SendError } from '../../src/notify/channel.ts';
import { makeCallChannel } from '../../src/notify/channels/call/call-channel.ts';
import type { Piece } from '../../src/notify/channels/call/piece-texts.ts';
import { SipWay } from '../../src/notify/channels/call/sip/sip-way.ts';
import { Voice } from '../../src/notify/channels/call/voice.ts';
import { DayCount } from '../../src/notify/day-count.ts';
import { LeftAlone } from '../../src/notify/left-alone.ts';
import { realTime } from '../../src/server/clock.ts';
import { startBaresipPhone } from '../fakes/sip/baresip-phone.ts';
import { sipAccount, startFakeExchange } from '../fakes/sip/fake-exchange.ts';
import { isSameByALaw, makeRecogniser } from '../fakes/sip/recognise-stream.ts';
import { canSippTalk, isSippThere, type SippPhone, startSipp } from '../fakes/sip/sipp-phone.ts';
import { makeToneVoice } from '../fakes/sip/tone-voice.ts';
import { isBaresipThere, testSip } from '../fakes/sip/with-baresip.ts';
import { openTestStore } from '../support/monitor.ts';
import { tempPath } from '../support/temp-dir.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const number = '+66812345678';
const timezone = 'Asia/Bangkok';
const tones = new Voice(makeToneVoice());

const alert: Message = {
  ...{ kind: 'alert', language: 'en', heading: 'Mains lost', html: 'Mains lost' },
  buttons: [{ text: 'Seen', action: 'ack', id: '7' }],
  outageIds: [1],
  outages: [
    {
      ...{ kind: 'alert', outageId: 1, deviceId: 'd', siteName: 'Pond', cause: 'mains' },
      ...{ downAt: Date.now() - 6 * 86_400_000, recoverAt: null },
      ...{ acknowledgedAt: null, isAnnounced: false },
    },
  ],
};

/** What the alert says of the second of three sites. */
const sentence: readonly Piece[] = [
  ...(['greeting', 'mains_lost', 'at_site_number', 'n2', 'for', 'n6', 'days'] as const),
  ...(['press_1', 'press_2', 'press_9'] as const),
];
const within = sentence.slice(1).map(() => 0);

/**
 * A channel with an account there.
 * @param ringMs longer than a slow machine takes to answer, unless nobody does
 */
function connect(server: string, ringMs = 15_000) {
  const { clock, setTimer } = realTime;
  const store = openTestStore();
  const leftAlone = new LeftAlone({ store, clock, timezone });
  const acknowledged: number[] = [];
  const quiet = () => {};
  const channel = makeCallChannel({
    way: new SipWay({
      account: { ...sipAccount, server, dial: '{to}' },
      ...{
        folder: tempPath('lines'),
        homeCode: '66',
        atOnce: 2,
        setTimer,
        leftAlone,
        voice: tones,
      },
      bounds: { ringMs, longestMs: 30_000 },
      acknowledge: (_, { notificationId }) => void acknowledged.push(notificationId),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    }),
    ...{ leftAlone, clock, timezone, countries: ['66'] },
    ...{ dailyCap: 1_000, numberCap: 1_000, atOnce: 2 },
    count: new DayCount('call', { store, clock, timezone }),
    siteNumberOf: () => ({ number: 2, count: 3 }),
    ...{ spokenNameOf: () => null, voice: tones },
  });
  closers.push(() => channel.close?.());
  const call = () => channel.send(number, alert, { retryKey: crypto.randomUUID() });
  return { call, acknowledged, rests: () => leftAlone.has('call-night', number) };
}

/** What became of a call, in the words that people read. */
async function callSipp(phone: SippPhone) {
  const sipp = await startSipp(phone);
  const { call, acknowledged, rests } = connect(
    sipp.server,
    phone.does === 'rings' ? 1_500 : undefined,
  );
  const reason = await call().then(
    () => 'heard',
    ({ message, permanent }: SendError) => `${message}${permanent ? ', for good' : ''}`,
  );
  return { reason, ...(await sipp.stop()), acknowledged, rests: rests() };
}

test.skipIf(!isSippThere || !isBaresipThere)(
  'SIPp answers a call in each way that ends it',
  async () => {
    const ends: readonly (readonly [SippPhone, string])[] = [
      [{ does: 'ends', status: '486 Busy Here' }, 'the phone was busy (486 Busy Here)'],
      [{ does: 'ends', status: '603 Decline' }, 'the call was refused at the phone (603 Decline)'],
      [
        { does: 'ends', status: '404 Not Found' },
        'there is no such number (404 Not Found), for good',
      ],
      [{ does: 'rings' }, 'nobody answered'],
      [{ does: 'drops' }, 'answered, and hung up before a key was pressed'],
      [{ does: 'answers', keys: '' }, 'answered, but nobody pressed a key'],
      // Whoever is named there is not called.
      [
        { does: 'diverts', to: 'sip:+66190000000@127.0.0.1' },
        'it is sent on to another number, which is not called',
      ],
      [
        { does: 'diverts', to: `"sip:${number}@x" <sip:+66190000000@127.0.0.1>` },
        'it is sent on to another number, which is not called',
      ],
      // Nor the same at a stranger.
      [
        { does: 'diverts', to: `sip:${number}@127.0.0.2` },
        'it is sent on to another number, which is not called',
      ],
    ];
    const calls = await Promise.all(ends.map(([phone]) => callSipp(phone)));
    expect(calls).toEqual(
      ends.map(([, reason]) => ({
        ...{ reason: `Call: ${reason}`, called: [number], faults: null },
        ...{ acknowledged: [], rests: false },
      })),
    );
  },
  40_000,
);

test.skipIf(!canSippTalk || !isBaresipThere)(
  'keys that were recorded at a telephone are heard, and a voice mail is nobody',
  async () => {
    const phones: readonly SippPhone[] = [
      ...['1', '2', '99', '91', '9'].map((keys) => ({ does: 'answers', keys }) as const),
      { does: 'voice mail' },
    ];
    const calls = await Promise.all(phones.map(callSipp));
    const nobody = 'Call: answered, but nobody pressed a key';
    expect(calls.map(({ reason }) => reason)).toEqual([
      'heard',
      'Call: answered; the next one is to be told, for good',
      'Call: answered; no more calls are wanted tonight, for good',
      'heard',
      nobody,
      nobody,
    ]);
    expect(calls.map(({ acknowledged }) => acknowledged)).toEqual([[7], [], [], [7], [], []]);
    expect(calls.map(({ rests }) => rests)).toEqual([false, false, true, false, false, false]);
    expect(calls.map(({ faults }) => faults)).toEqual(calls.map(() => null));
  },
  40_000,
);

testSip(
  'a second baresip behind an exchange hears all of it, by either law, and its keys count',
  async () => {
    const heard = await Promise.all(
      (['PCMU', 'PCMA'] as const).map(async (codec) => {
        const exchange = await startFakeExchange();
        closers.push(() => exchange.close());
        const phone = await startBaresipPhone(codec);
        closers.push(phone.stop);
        exchange.usual = { does: 'is a program', port: phone.port };
        const { call, acknowledged } = connect(exchange.server);
        const ended = call();
        // All is said twice within two seconds; the pause for a key goes on.
        while (exchange.calls[0]?.state !== 'talks') await Bun.sleep(20);
        await Bun.sleep(3_000);
        phone.press('1');
        await ended;
        expect(exchange.complaints).toEqual([]);
        expect(exchange.calls.map(({ state, endedBy }) => [state, endedBy])).toEqual([
          ['ended', 'caller'],
        ]);
        expect(acknowledged).toEqual([7]);
        const recognise = makeRecogniser(tones, [], codec === 'PCMA' ? isSameByALaw : undefined);
        return recognise(phone.heard());
      }),
    );
    for (const pieces of heard) {
      expect(pieces.map(({ piece }) => piece)).toEqual([...sentence, ...sentence, 'noted']);
      // One follows the other at once, and after the pause it is said again.
      const gaps = pieces
        .slice(1, -1)
        .map(({ from }, at) => Math.round((from - (pieces[at]?.to ?? 0)) * 1000));
      expect(gaps).toEqual([...within, 700, ...within]);
    }
  },
  40_000,
);
