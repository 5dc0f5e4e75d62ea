/**
 * The messenger cannot be reached, then answers 500 and then 429, for a good while each. Outages begin
 * and end all the time; what was due is told once it is back, late and said to be late.
 */

import type { Home } from '../e2e/harness.ts';
import { waitFor } from '../e2e/wait-for.ts';
import type { FakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { type Fault, runFault } from './lib/fault.ts';
import {
  awaitLosses,
  awaitReturns,
  drain,
  expectToldOnce,
  loseMains,
  openSites,
  regainMains,
  type Site,
  seedSites,
  thresholdMs,
} from './lib/fleet.ts';
import { seconds } from './lib/server-health.ts';

await runFault('Messenger unreachable, then 500, then 429', async (fault, home) => {
  const boards = seedSites(home, 30);
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ telegram });
  const sites = await openSites(home, boards, server);
  const kinds = [
    {
      name: 'unreachable',
      lastsMs: 65_000,
      begin: () => telegram.goDown(),
      end: () => telegram.comeBack(),
    },
    {
      name: '500 to every call',
      lastsMs: 40_000,
      begin: () => telegram.failNext({ kind: '5xx', status: 500, times: 1e6 }),
      end: () => telegram.clearFaults(),
    },
    {
      name: '429 to every message, wait 3 s',
      lastsMs: 40_000,
      begin: () =>
        telegram.failNext({ kind: '429', method: 'sendMessage', retryAfter: 3, times: 1e6 }),
      end: () => telegram.clearFaults(),
    },
  ];
  for (const [index, { name, lastsMs, begin, end }] of kinds.entries()) {
    fault.note('messenger', `${name}, for ${seconds(lastsMs)}`);
    await playAway(fault, home, telegram, sites.slice(index * 10, index * 10 + 10), {
      begin,
      end,
      lastsMs,
    });
  }
  await Bun.sleep(3_000);
  expectToldOnce(fault, telegram, sites, 'exactly what was due is told, once');
  fault.expect(
    'no limit of the messenger is broken',
    telegram.limitViolations === 0,
    `${telegram.limitViolations} times`,
  );
  const failed = home.data.readNumber(
    "SELECT count(*) FROM notifications WHERE status NOT IN ('sent', 'superseded')",
  );
  fault.expect('nothing is given up, nothing is left', failed === 0, `${failed} notifications`);
});

interface Away {
  readonly begin: () => unknown;
  readonly end: () => unknown;
  readonly lastsMs: number;
}

async function playAway(
  fault: Fault,
  home: Home,
  telegram: FakeTelegram,
  sites: readonly Site[],
  { begin, end, lastsMs }: Away,
): Promise<void> {
  const [open, over, short] = [sites.slice(0, 5), sites.slice(5, 8), sites.slice(8)];
  const before = telegram.sent.length;
  await begin();
  const beganAt = performance.now();
  await loseMains([...open, ...over]);
  // These outages are too short to be told of, whatever the messenger does.
  await Promise.all(short.map(({ device }) => device.losesMains()));
  await drain(sites);
  await Promise.all(short.map(({ device }) => device.regainsMains()));
  await Bun.sleep(2 * thresholdMs);
  // Some outages end before anybody could be told.
  await regainMains(over);
  await drain(sites);
  await Bun.sleep(Math.max(0, lastsMs - (performance.now() - beganAt)));
  const meanwhile = telegram.sent.length - before;
  await end();
  const backAt = performance.now();
  await awaitLosses(telegram, sites, 60_000);
  const toldMs = performance.now() - backAt;
  const late = telegram.sent.slice(before).filter(({ text }) => text.includes('⏰')).length;
  await regainMains(open);
  await drain(sites);
  await awaitReturns(telegram, sites);
  const waiting =
    "SELECT count(*) FROM notifications WHERE status = 'sending' OR (status = 'pending' AND kind <> 'reminder')";
  await waitFor('empty outbox', () => home.data.readNumber(waiting) === 0, 40_000).catch(() => {});
  fault.expect(
    'what was due goes out once the messenger is back',
    toldMs < 60_000,
    `${meanwhile} messages meanwhile, all told ${seconds(toldMs)} after it was back, ${late} said to be late`,
  );
}
