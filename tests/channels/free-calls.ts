/** What the benches of phone calls share: calls without a limit that would be noticed, and the door of a provider. */
import { Tickets } from '../../src/actions/people/tickets.ts';
import type { Channel } from '../../src/notify/channel.ts';
import { makeCallChannel } from '../../src/notify/channels/call/call-channel.ts';
import type { CallDialect } from '../../src/notify/channels/call/call-dialect.ts';
import { CallDesk, callPaths } from '../../src/notify/channels/call/call-door.ts';
import type { CallWay } from '../../src/notify/channels/call/call-way.ts';
import { Voice } from '../../src/notify/channels/call/voice.ts';
import { DayCount } from '../../src/notify/day-count.ts';
import { LeftAlone } from '../../src/notify/left-alone.ts';
import { realTime } from '../../src/server/clock.ts';
import { openTestStore } from '../support/monitor.ts';

/** Where providers reach channels that were made here. */
const doors: Bun.Server<undefined>[] = [];

export function freeCalls(makeWay: (leftAlone: LeftAlone) => CallWay, atOnce = 10): Channel {
  const { clock } = realTime;
  const timezone = 'Asia/Bangkok';
  const store = openTestStore();
  const leftAlone = new LeftAlone({ store, clock, timezone });
  return makeCallChannel({
    way: makeWay(leftAlone),
    ...{ leftAlone, clock, timezone, countries: ['66'] },
    ...{ dailyCap: 1_000, numberCap: 1_000, atOnce },
    count: new DayCount('call', { store, clock, timezone }),
    siteNumberOf: () => ({ number: 1, count: 1 }),
    spokenNameOf: () => null,
    voice: new Voice(null),
  });
}

/** The provider reaches us here, as it does a server at its public address. */
export function openProviderDoor(dialect: CallDialect, leftAlone: LeftAlone): CallDesk {
  const { clock } = realTime;
  const tickets = new Tickets('secret');
  const door = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request) });
  doors.push(door);
  const desk = new CallDesk({
    ...{ dialect, leftAlone, clock, voice: new Voice(null) },
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
    const order =
      pathname === callPaths.answer
        ? desk.open(ticket)
        : desk.take(ticket, { signature, body: await request.text() });
    if (order === null || order === 'forged') return new Response(order, { status: 403 });
    return new Response(order.text, { headers: { 'content-type': order.type } });
  };
  return desk;
}

export async function closeProviderDoors(): Promise<void> {
  for (const door of doors.splice(0)) await door.stop(true);
}
