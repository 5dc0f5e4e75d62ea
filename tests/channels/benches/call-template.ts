import { makeTemplateDialect } from '../../../src/notify/channels/call/call-template.ts';
import { TemplateWay } from '../../../src/notify/channels/call/template-way.ts';
import { realTime } from '../../../src/server/clock.ts';
import {
  callTemplate,
  type ProviderFault,
  startFakeCallProvider,
} from '../../fakes/call-provider/fake-call-provider.ts';
import { type ChannelBench, type Failure, waitSeconds } from '../bench.ts';
import { closeProviderDoors, freeCalls, openProviderDoor } from '../free-calls.ts';
import { numbers } from './sms.ts';

/** So often the provider's name is not known. */
let namelessLooks = 0;

/** Through a provider that its operator wrote down; where it is. */
export const bench: ChannelBench<string> = {
  name: 'call',
  says: 'Mains power is lost at your site,',
  neverFails: { gone: 'a request that is refused says nothing of the number for good' },
  async open() {
    const provider = await startFakeCallProvider();
    return {
      at: provider.url,
      addresses: numbers,
      arrived: () =>
        provider.calls.flatMap(({ to, heard }) =>
          heard.slice(0, 1).map(({ words }) => ({ address: to, text: words })),
        ),
      failNext(failure) {
        const fault = faults[failure];
        if (fault === undefined) namelessLooks += 1;
        else provider.failNext(fault);
      },
      close: async () => {
        await closeProviderDoors();
        await provider.close();
      },
    };
  },
  connect(at) {
    const template = callTemplate(at.replace('127.0.0.1', 'calls.test'));
    const resolve = async () => {
      if (namelessLooks === 0) return ['127.0.0.1'];
      namelessLooks -= 1;
      return [];
    };
    return freeCalls(
      (leftAlone) =>
        new TemplateWay({
          ...{ template, isReachable: true, ...realTime, lookEveryMs: 5 },
          desk: openProviderDoor(makeTemplateDialect(template), leftAlone),
          outbound: { allowPrivate: true, resolve },
        }),
    );
  },
};

/** Without one, its name is not known. */
const faults: Partial<Record<Failure, ProviderFault>> = {
  wait: { kind: 'status', status: 429, headers: { 'retry-after': `${waitSeconds}` } },
  refused: { kind: 'status', status: 422 },
  gone: { kind: 'status', status: 422 },
  'answer lost': { kind: 'drop' },
};
