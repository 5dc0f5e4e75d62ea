import { ModemWay } from '../../../src/notify/channels/call/modem-way.ts';
import { realTime } from '../../../src/server/clock.ts';
import { FakeSmsd, type SmsdFault } from '../../fakes/smsd/fake-smsd.ts';
import { tempDir } from '../../support/temp-dir.ts';
import type { ChannelBench, Failure } from '../bench.ts';
import { freeCalls } from '../free-calls.ts';
import { numbers } from './sms.ts';

/** Through the modem that sends SMS; the folder of smsd. */
export const bench: ChannelBench<string> = {
  name: 'call',
  says: '3 5,9,5,9,5,9',
  goesOnWith: 'Call: answered, but nobody pressed a key (a modem hears no keys)',
  neverFails: {
    wait: 'a modem says that it failed, but not for how long to wait',
    refused: 'a modem calls every number, and every call in the same way',
    gone: 'a network says of no number that it is gone',
    'answer lost': 'what smsd took has an end in its folders, and rings again whatever it is',
  },
  open() {
    const spool = tempDir('smsd');
    const smsd = new FakeSmsd(spool);
    return {
      at: spool,
      addresses: numbers,
      arrived: () => smsd.calls.map(({ to, tones }) => ({ address: to, text: tones })),
      failNext(failure) {
        const fault = faults[failure];
        if (fault !== undefined) smsd.failNext(fault);
      },
      close: () => smsd.close(),
    };
  },
  connect(spool) {
    const bounds = { takenSeconds: 1, ringSeconds: 32, longestSeconds: 60 };
    return freeCalls(() => new ModemWay({ spool, ...realTime, bounds }), 1);
  },
};

const faults: Partial<Record<Failure, SmsdFault>> = { unreachable: { kind: 'asleep' } };
