import { Tickets } from '../../../src/actions/people/tickets.ts';
import { makeCallChannel } from '../../../src/notify/channels/call/call-channel.ts';
import { CallDesk, callPaths } from '../../../src/notify/channels/call/call-door.ts';
import { makeTemplateDialect } from '../../../src/notify/channels/call/call-template.ts';
import { TemplateWay } from '../../../src/notify/channels/call/template-way.ts';
import { Voice } from '../../../src/notify/channels/call/voice.ts';
import { DayCount } from '../../../src/notify/day-count.ts';
import { LeftAlone } from '../../../src/notify/left-alone.ts';
import { realTime } from '../../../src/server/clock.ts';
import {
  callTemplate,
  type ProviderFault,
  startFakeCallProvider,
} from '../../fakes/call-provider/fake-call-provider.ts';
import { openTestStore } from '../../support/monitor.ts';
import { type ChannelBench, type Failure, waitSeconds } from '../bench.ts';
import { numbers } from './sms.ts';

/** Where the provider reaches channels that were made here. */
const doors: Bun.Server<undefined>[] = [];
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
        for (const door of doors.splice(0)) await door.stop(true);
        await provider.close();
      },
    };
  },
  connect(at) {
    const { clock, setTimer } = realTime;
    const timezone = 'Asia/Bangkok';
    const store = openTestStore();
    const tickets = new Tickets('secret');
    const door = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) });
    doors.push(door);
    const leftAlone = new LeftAlone({ store, clock, timezone });
    const template = callTemplate(at.replace('127.0.0.1', 'calls.test'));
    const desk = new CallDesk({
      ...{ dialect: makeTemplateDialect(template), leftAlone, clock, voice: new Voice(null) },
      publicUrl: `http://127.0.0.1:${door.port}`,
      seal: (subject, expiresAt) => tickets.issue('call', subject, expiresAt),
      open: (sealed) => tickets.read('call', sealed, clock().wallMs),
    });
    const answer = async (request: Request): Promise<Response> => {
      const { pathname, searchParams } = new URL(request.url);
      const ticket = searchParams.get('ticket') ?? '';
      if (pathname === callPaths.sound) {
        return new Response(desk.sound(ticket), { headers: { 'content-type': 'audio/wav' } });
      }
      const order =
        pathname === callPaths.answer
          ? desk.open(ticket)
          : desk.take(ticket, { signature: '', body: await request.text() });
      if (order === null || order === 'forged') return new Response(order, { status: 403 });
      return new Response(order.text, { headers: { 'content-type': order.type } });
    };
    const resolve = async () => {
      if (namelessLooks === 0) return ['127.0.0.1'];
      namelessLooks -= 1;
      return [];
    };
    return makeCallChannel({
      way: new TemplateWay({
        ...{ template, desk, isReachable: true, clock, setTimer, lookEveryMs: 5 },
        outbound: { allowPrivate: true, resolve },
      }),
      ...{ leftAlone, clock, timezone, countries: ['66'] },
      ...{ dailyCap: 1_000, numberCap: 1_000, atOnce: 10 },
      count: new DayCount('call', { store, clock, timezone }),
      siteNumberOf: () => ({ number: 1, count: 1 }),
      spokenNameOf: () => null,
      voice: new Voice(null),
    });
  },
};

/** Without one, its name is not known. */
const faults: Partial<Record<Failure, ProviderFault>> = {
  wait: { kind: 'status', status: 429, headers: { 'retry-after': `${waitSeconds}` } },
  refused: { kind: 'status', status: 422 },
  gone: { kind: 'status', status: 422 },
  'answer lost': { kind: 'drop' },
};
