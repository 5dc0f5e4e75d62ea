/**
 * The wall clock of the server is stepped by an hour, forwards and backwards, while alerts wait, outages
 * are open and devices report. The machine's own clock is not touched.
 */
import { waitFor } from '../e2e/wait-for.ts';
import type { FakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { type Fault, runFault } from './lib/fault.ts';
import {
  awaitLosses,
  awaitReturns,
  drain,
  expectStored,
  expectToldOnce,
  loseMains,
  openSites,
  regainMains,
  type Site,
  seedSites,
  thresholdMs,
} from './lib/fleet.ts';
import { makeSteppedClock } from './lib/preload.ts';
import { isRunning, seconds } from './lib/server-health.ts';

const hour = 3_600;
/** How late an alert may be, in ms. The messenger takes one a second per chat. */
const toleranceMs = 1_500;

await runFault(
  'Clock stepped by one hour, forwards, backwards, backwards and forwards',
  async (fault, home) => {
    const boards = seedSites(home, 30);
    const clock = await makeSteppedClock(home.dir);
    const telegram = await home.startTelegram({ chats: 'any' });
    const server = await home.serve({ env: clock.env, telegram });
    const sites = await openSites(home, boards, server);
    const jumps = () =>
      home.data.readNumber("SELECT count(*) FROM observation_gaps WHERE kind = 'clock'");

    let offset = 0;
    for (const [index, step] of [hour, -hour, -hour, hour].entries()) {
      offset += step;
      fault.note('clock stepped', `${step > 0 ? '+' : '−'}1 h (now ${offset / hour} h off)`);
      // With so many losses one alert comes due just as the clock is stepped.
      const losing = sites.slice(index * 5, index * 5 + 10);
      const lostAt = new Map<Site, number>();
      const isStepped = Bun.sleep(thresholdMs).then(() => clock.set(offset));
      for (const site of losing) {
        lostAt.set(site, Date.now());
        await loseMains([site]);
        await Bun.sleep(thresholdMs / losing.length);
      }
      await isStepped;
      await awaitLosses(telegram, losing);
      expectInTime(fault, telegram, lostAt);
      // A silence that only the wall clock shows is none. The time-out here is half a minute.
      await waitFor('record of the jump', () => jumps() === index + 1, 5_000);
      const silent = home.data.readNumber("SELECT count(*) FROM outages WHERE cause = 'silent'");
      const offline = home.data.readNumber("SELECT count(*) FROM devices WHERE link = 'offline'");
      fault.expect(
        'nobody is taken for silent',
        silent + offline === 0,
        `${silent} silent outages, ${offline} of ${sites.length} devices offline`,
      );
      await regainMains(losing);
      await drain(losing);
      await awaitReturns(telegram, losing, 15_000);
    }
    await Bun.sleep(3_000);
    expectToldOnce(fault, telegram, sites);
    expectDurations(fault, home.data.read<Row>('SELECT down_at, recover_at FROM outages'));
    fault.expect(
      'the service went on',
      isRunning(server),
      `${jumps()} jumps recorded, process ${server.pid} still runs`,
    );
    await server.kill();
    expectStored(fault, home, sites);
  },
);

interface Row {
  readonly down_at: number;
  readonly recover_at: number | null;
}

/** Alerts came a threshold after their loss by the clock that does not jump. */
function expectInTime(
  fault: Fault,
  telegram: FakeTelegram,
  lostAt: ReadonlyMap<Site, number>,
): void {
  const delays = [...lostAt].map(([{ chatId }, at]) => {
    const alert = telegram.sent.find(
      (message) =>
        message.chatId === chatId && message.arrivedAt >= at && message.text.startsWith('🔴'),
    );
    return (alert?.arrivedAt ?? Number.NaN) - at;
  });
  const [least, most] = [Math.min(...delays), Math.max(...delays)];
  fault.expect(
    'alerts come a threshold after the loss by the monotonic clock',
    least >= thresholdMs - 50 && most <= thresholdMs + toleranceMs,
    `${delays.length} alerts, ${seconds(least)} to ${seconds(most)} after the loss, threshold ${seconds(thresholdMs)}`,
  );
}

/** No outage became an hour longer or shorter. */
function expectDurations(fault: Fault, rows: readonly Row[]): void {
  const durations = rows.map(({ down_at, recover_at }) => (recover_at ?? Number.NaN) - down_at);
  const [least, most] = [Math.min(...durations), Math.max(...durations)];
  fault.expect(
    'durations stay true',
    least > 0 && most < 60_000,
    `${rows.length} outages of ${seconds(least)} to ${seconds(most)}`,
  );
}
