import { Tickets } from '../../../src/actions/people/tickets.ts';
import { makeCallChannel } from '../../../src/notify/channels/call/call-channel.ts';
import { CallDesk, callPaths } from '../../../src/notify/channels/call/call-door.ts';
import { TwilioApi } from '../../../src/notify/channels/call/twilio-api.ts';
import { TwilioWay } from '../../../src/notify/channels/call/twilio-way.ts';
import { makeTwiml } from '../../../src/notify/channels/call/twiml.ts';
import { Voice } from '../../../src/notify/channels/call/voice.ts';
import { DayCount } from '../../../src/notify/day-count.ts';
import { LeftAlone } from '../../../src/notify/left-alone.ts';
import { realTime } from '../../../src/server/clock.ts';
import {
  startFakeTwilio,
  type TwilioFault,
  twilioAccount,
} from '../../fakes/twilio/fake-twilio.ts';
import { openTestStore } from '../../support/monitor.ts';
import { type ChannelBench, type Failure, waitSeconds } from '../bench.ts';
import { numbers } from './sms.ts';

/** Where the provider reaches channels that were made here. */
const doors: Bun.Server<undefined>[] = [];

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
        for (const door of doors.splice(0)) await door.stop(true);
        await twilio.close();
      },
    };
  },
  connect(apiRoot) {
    const { clock, setTimer } = realTime;
    const timezone = 'Asia/Bangkok';
    const store = openTestStore();
    const { account, token, from } = twilioAccount;
    const tickets = new Tickets('secret');
    // The provider reaches us here, as it does a server at its public address.
    const door = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) });
    doors.push(door);
    const leftAlone = new LeftAlone({ store, clock, timezone });
    const desk = new CallDesk({
      ...{ dialect: makeTwiml({ account, token }), leftAlone, clock, voice: new Voice(null) },
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
      const signature = request.headers.get('x-twilio-signature') ?? '';
      const pressed = desk.take(ticket, { signature, body: await request.text() });
      if (pressed === null || pressed === 'forged') return new Response(pressed, { status: 403 });
      return new Response(pressed.text);
    };
    return makeCallChannel({
      way: new TwilioWay({
        ...{ api: new TwilioApi({ account, token, apiRoot }), apiRoot, desk, from },
        ...{ isReachable: true, clock, setTimer, lookEveryMs: 5 },
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

const faults: Readonly<Record<Failure, TwilioFault>> = {
  wait: { kind: 'error', status: 429, code: 20429, retryAfter: waitSeconds },
  refused: { kind: 'error', status: 400, code: 21216 },
  gone: { kind: 'error', status: 400, code: 21211 },
  'answer lost': { kind: 'drop' },
  unreachable: { kind: 'cut' },
};
