import { TwilioApi } from '../../../src/notify/channels/call/twilio-api.ts';
import { TwilioWay } from '../../../src/notify/channels/call/twilio-way.ts';
import { makeTwiml } from '../../../src/notify/channels/call/twiml.ts';
import { realTime } from '../../../src/server/clock.ts';
import {
  startFakeTwilio,
  type TwilioFault,
  twilioAccount,
} from '../../fakes/twilio/fake-twilio.ts';
import { type ChannelBench, type Failure, waitSeconds } from '../bench.ts';
import { closeProviderDoors, freeCalls, openProviderDoor } from '../free-calls.ts';
import { numbers } from './sms.ts';

/** Through a provider; where it is. */
export const bench: ChannelBench<string> = {
  name: 'call',
  says: 'Mains power is lost at your site,',
  async open() {
    const twilio = await startFakeTwilio();
    return {
      at: twilio.url,
      addresses: numbers,
      arrived: () =>
        twilio.calls.flatMap(({ to, heard }) =>
          heard.slice(0, 1).map(({ words }) => ({ address: to, text: words })),
        ),
      failNext: (failure) => twilio.failNext(faults[failure]),
      close: async () => {
        await closeProviderDoors();
        await twilio.close();
      },
    };
  },
  connect(apiRoot) {
    const { account, token, from } = twilioAccount;
    return freeCalls(
      (leftAlone) =>
        new TwilioWay({
          ...{ api: new TwilioApi({ account, token, apiRoot }), apiRoot, from },
          desk: openProviderDoor(makeTwiml({ account, token }), leftAlone),
          ...{ isReachable: true, ...realTime, lookEveryMs: 5 },
        }),
    );
  },
};

const faults: Readonly<Record<Failure, TwilioFault>> = {
  wait: { kind: 'error', status: 429, code: 20429, retryAfter: waitSeconds },
  refused: { kind: 'error', status: 400, code: 21216 },
  gone: { kind: 'error', status: 400, code: 21211 },
  'answer lost': { kind: 'drop' },
  unreachable: { kind: 'cut' },
};
