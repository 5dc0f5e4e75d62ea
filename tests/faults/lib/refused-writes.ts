/** One story for each kind of disk that takes no writes. */

import type { Board } from '../../e2e/board.ts';
import type { Home, ServeOptions, Server } from '../../e2e/harness.ts';
import { HttpDevice } from '../../e2e/http-device.ts';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import type { Fault } from './fault.ts';
import {
  awaitLosses,
  awaitReturns,
  countAcknowledged,
  countWaiting,
  drain,
  expectStored,
  expectToldOnce,
  loseMains,
  openSites,
  regainMains,
  type Site,
  seedSites,
} from './fleet.ts';
import { awaitReadiness, isRunning, seconds, statusOf } from './server-health.ts';

const siteCount = 24;
/** The server writes a sign of life every 10 s, and knows of the disk by then at the latest. */
const noticeMs = 12_000;

export interface WorldWithDisk {
  readonly server: Server;
  readonly telegram: FakeTelegram;
  readonly sites: readonly Site[];
  /** A board whose token is known here, for what no firmware would say. */
  readonly spare: Board;
}

export async function openWorld(home: Home, options: ServeOptions = {}): Promise<WorldWithDisk> {
  const [spare, ...boards] = seedSites(home, 1 + siteCount);
  if (spare === undefined) throw new Error('there is no board');
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ ...options, telegram });
  const sites = await openSites(home, boards, server, 1);
  return { server, telegram, sites, spare };
}

/**
 * Plays one time without a disk: what was known before is told, what comes is not acknowledged.
 * @param before sites that lose power just before the disk fails; the others may lose it meanwhile
 */
export async function playWhileRefused(
  fault: Fault,
  { server, telegram, sites, spare }: WorldWithDisk,
  begin: () => unknown,
): Promise<void> {
  const [known = [], fresh = []] = [sites.slice(0, 8), sites.slice(8, 16)];
  await loseMains(known);
  await drain(known);
  await begin();
  const failedAt = performance.now();
  await loseMains(fresh);
  const heldBack = countWaiting(sites);
  const before = countAcknowledged(sites);
  const notReady = awaitReadiness(server, 503, noticeMs);

  const told = await awaitLosses(telegram, known);
  fault.expect(
    'alerts of what was known go on',
    told === known.length,
    `${told} of ${known.length} told ${seconds(performance.now() - failedAt)} after the disk failed`,
  );
  const notReadyMs = await notReady;
  fault.expect('/readyz answers 503', notReadyMs < noticeMs, `after ${seconds(notReadyMs)}`);
  const refusal = await new HttpDevice(server.url, spare)
    .tells({ type: 'POWER_DOWN', seq: 0, bootId: '00000000', at: Date.now() })
    .then(() => 'accepted', String);
  const status = /answered (\d+)/.exec(refusal)?.[1] ?? refusal;
  fault.expect('a report over HTTP answers 503', status === '503', status);
  const health = await statusOf(server, '/healthz');
  fault.expect('/healthz answers: the process runs', health === 200, `${health}`);
  await Bun.sleep(3_000);
  const acknowledged = countAcknowledged(sites) - before;
  fault.expect(
    'what cannot be stored is not acknowledged',
    acknowledged === 0,
    `${heldBack} reports held back, ${acknowledged} acknowledged in ${seconds(performance.now() - failedAt)}`,
  );
}

/** Once the disk takes writes again, all is made good without a restart. */
export async function playRecovery(
  fault: Fault,
  { server, telegram, sites }: WorldWithDisk,
  end: () => unknown,
): Promise<void> {
  await end();
  const endedAt = performance.now();
  const drainedMs = await drain(sites);
  const readyMs = await awaitReadiness(server, 200, noticeMs);
  fault.expect(
    'the service recovers without a restart',
    isRunning(server) && readyMs < noticeMs,
    `all reports taken ${seconds(drainedMs)} after the disk, ready after ${seconds(performance.now() - endedAt)}, process ${server.pid} still runs`,
  );
  const lost = sites.filter(({ losses }) => losses > 0);
  await awaitLosses(telegram, lost);
  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, lost);
  // A message that should not come would come within this time.
  await Bun.sleep(3_000);
}

export async function playEnd(
  fault: Fault,
  home: Home,
  { server, telegram, sites }: WorldWithDisk,
): Promise<void> {
  expectToldOnce(fault, telegram, sites);
  const unexpected = await server.metric('faiwatch_unexpected_errors_total');
  fault.expect('no error that nobody caught', unexpected === 0, `${unexpected}`);
  await server.kill();
  expectStored(fault, home, sites);
}
