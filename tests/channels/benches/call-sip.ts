import { pieceTexts } from '../../../src/notify/channels/call/piece-texts.ts';
import { SipWay } from '../../../src/notify/channels/call/sip/sip-way.ts';
import { Voice } from '../../../src/notify/channels/call/voice.ts';
import { realTime } from '../../../src/server/clock.ts';
import { type SipPhone, sipAccount, startFakeExchange } from '../../fakes/sip/fake-exchange.ts';
import { makeRecogniser } from '../../fakes/sip/recognise-stream.ts';
import { makeToneVoice } from '../../fakes/sip/tone-voice.ts';
import { isBaresipThere } from '../../fakes/sip/with-baresip.ts';
import { tempPath } from '../../support/temp-dir.ts';
import type { ChannelBench, Failure } from '../bench.ts';
import { freeCalls } from '../free-calls.ts';
import { numbers } from './sms.ts';

interface At {
  readonly server: string;
  /** Of the recordings. */
  readonly voice: string;
}

/** Through an account of SIP; the exchange, and what is said there. */
export const bench: ChannelBench<At> = {
  name: 'call',
  isMissing: !isBaresipThere,
  says: 'Mains power is lost at your site,',
  neverFails: {
    wait: 'a busy phone says nothing of when to call again',
    'answer lost': 'a call that was answered has an end that is known',
  },
  async open() {
    const exchange = await startFakeExchange();
    exchange.usual = { does: 'answers', keys: '1', afterMs: 900, hangsUp: true };
    const voice = makeToneVoice();
    const recognise = makeRecogniser(new Voice(voice));
    return {
      at: { server: exchange.server, voice },
      addresses: numbers,
      arrived: () =>
        exchange.calls.flatMap(({ number, sound }) => {
          const heard = sound === null ? [] : recognise(sound.heard());
          const texts: Readonly<Record<string, string>> = pieceTexts.en;
          const text = heard.map(({ piece }) => texts[piece]).join(' ');
          return text === '' ? [] : [{ address: number, text }];
        }),
      failNext(failure) {
        const fault = faults[failure];
        if (fault === 'away') exchange.refuseNext = '503 Service Unavailable';
        else if (fault !== undefined) exchange.next.push(fault);
      },
      close: () => exchange.close(),
    };
  },
  connect({ server, voice }, log) {
    const { setTimer } = realTime;
    return freeCalls(
      (leftAlone) =>
        new SipWay({
          account: { ...sipAccount, server, dial: '{to}' },
          ...{ folder: tempPath('lines'), homeCode: '66', atOnce: 10, setTimer, leftAlone, log },
          voice: new Voice(voice),
          acknowledge: () => {},
        }),
    );
  },
};

const faults: Partial<Record<Failure, SipPhone | 'away'>> = {
  refused: { does: 'ends', status: 483, reason: 'Too Many Hops' },
  gone: { does: 'ends', status: 404, reason: 'Not Found' },
  unreachable: 'away',
};
