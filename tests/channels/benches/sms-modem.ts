import { makeModem } from '../../../src/notify/channels/sms/modem.ts';
import { realTime } from '../../../src/server/clock.ts';
import { FakeSmsd, type SmsdFault } from '../../fakes/smsd/fake-smsd.ts';
import { tempDir } from '../../support/temp-dir.ts';
import type { ChannelBench, Failure } from '../bench.ts';
import { freeSms, numbers } from './sms.ts';

/** Through a modem; the folder of smsd. */
export const bench: ChannelBench<string> = {
  name: 'sms',
  neverFails: { wait: 'a modem says that it failed, but not for how long to wait' },
  open() {
    const spool = tempDir('smsd');
    const smsd = new FakeSmsd(spool);
    return {
      at: spool,
      addresses: numbers,
      arrived: () => smsd.sent.map(({ to, text }) => ({ address: to, text })),
      failNext: (failure) => smsd.failNext(faults[failure]),
      close: () => smsd.close(),
    };
  },
  connect: (spool) => freeSms(makeModem({ spool, ...realTime, timeoutSeconds: 1 })),
};

const faults: Readonly<Record<Failure, SmsdFault>> = {
  wait: { kind: 'asleep' },
  refused: { kind: 'error', code: 21 },
  gone: { kind: 'error', code: 1 },
  'answer lost': { kind: 'slow', ms: 1_800 },
  unreachable: { kind: 'asleep' },
};
