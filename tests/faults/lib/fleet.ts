/** Boards at their sites, the outages they have, and what must have become of them. */
import type { Board } from '../../e2e/board.ts';
import { type CoreBoard, startBoards } from '../../e2e/core-fleet.ts';
import type { Home, Server } from '../../e2e/harness.ts';
import { firstChatId, seedBoards } from '../../e2e/quick-fleet.ts';
import { waitFor } from '../../e2e/wait-for.ts';
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import type { Fault } from './fault.ts';

/** The time from a loss to its alert, as `seedBoards` sets it. */
export const thresholdMs = 5_000;
/**
 * The delay is far below the least an administrator may choose, so that a fault is played in a minute.
 */
const recoveryDelayMs = 1_200;

export interface Site {
  readonly device: CoreBoard;
  readonly chatId: number;
  /** How often its owner has to be told of a loss, and of a return. */
  losses: number;
  returns: number;
}

/** Writes the fleet into the data directory, before the server starts. */
export function seedSites(home: Home, count: number): readonly Board[] {
  const boards = seedBoards(home, count);
  home.data.saveSettings({ recoveryDelay: recoveryDelayMs / 60_000, heartbeatTimeout: 30 });
  return boards;
}

/**
 * Lets the boards live: every third over HTTP, the others over MQTT.
 * @param skipped how many of the fleet's boards come before these
 */
export async function openSites(
  home: Home,
  boards: readonly Board[],
  server: Pick<Server, 'url'>,
  skipped = 0,
): Promise<readonly Site[]> {
  const devices = await startBoards(home, boards, server);
  return devices.map((device, index) => ({
    device,
    chatId: firstChatId + skipped + index,
    losses: 0,
    returns: 0,
  }));
}

/**
 * Cuts the power of the sites one after the other within `overMs`, and settles once all have noticed.
 */
export async function loseMains(sites: readonly Site[], overMs = 0): Promise<void> {
  const noticed: Promise<void>[] = [];
  for (const site of sites) {
    noticed.push(site.device.losesMains());
    site.losses += 1;
    if (overMs > 0) await Bun.sleep(overMs / sites.length);
  }
  await Promise.all(noticed);
}

/** Gives power back wherever it was lost, and settles once all have noticed. */
export async function regainMains(sites: readonly Site[]): Promise<void> {
  const dark = sites.filter(({ device }) => !device.hasMains);
  for (const site of dark) site.returns += 1;
  await Promise.all(dark.map(({ device }) => device.regainsMains()));
}

/** Reports without an acknowledgement yet. */
export function countWaiting(sites: readonly Site[]): number {
  return sites.reduce((sum, { device }) => sum + device.waiting, 0);
}

export function countAcknowledged(sites: readonly Site[]): number {
  return sites.reduce((sum, { device }) => sum + device.acknowledged.length, 0);
}

/** Settles once every report is acknowledged, with how long that took, in ms. */
export async function drain(sites: readonly Site[]): Promise<number> {
  const startedAt = performance.now();
  await waitFor('end of all queues', () => countWaiting(sites) === 0, 90_000);
  return performance.now() - startedAt;
}

export interface Told {
  readonly losses: number;
  readonly returns: number;
}

function toldTo(telegram: FakeTelegram, chatId: number): Told {
  const messages = telegram.sent.filter((message) => message.chatId === chatId);
  const count = (word: RegExp) => messages.filter(({ text }) => word.test(text)).length;
  return {
    losses: count(/^(🔴|🟠|⚪)/u),
    // What is told when it is over is told with its end.
    returns: count(/^(🟢|🔵|⚪)/u),
  };
}

/** Losses that were told with their ends, in one message. */
function countToldAsOver(telegram: FakeTelegram, chatId: number): number {
  return telegram.sent.filter((sent) => sent.chatId === chatId && sent.text.startsWith('⚪'))
    .length;
}

/** Settles once each of the sites was told of its losses, or after the time-out. */
export async function awaitLosses(
  telegram: FakeTelegram,
  sites: readonly Site[],
  timeoutMs = 15_000,
): Promise<number> {
  const isTold = ({ chatId, losses }: Site) => toldTo(telegram, chatId).losses >= losses;
  await waitFor('losses told', () => sites.every(isTold), timeoutMs).catch(() => {});
  return sites.filter(isTold).length;
}

/** Settles once each of the sites was told of its returns, too, or after the time-out. */
export async function awaitReturns(
  telegram: FakeTelegram,
  sites: readonly Site[],
  timeoutMs = 40_000,
): Promise<void> {
  const isTold = ({ chatId, returns }: Site) => toldTo(telegram, chatId).returns >= returns;
  await waitFor('returns told', () => sites.every(isTold), timeoutMs).catch(() => {});
}

/** Every loss was told to its owner once, and so was its end; nobody else was told anything. */
export function expectToldOnce(
  fault: Fault,
  telegram: FakeTelegram,
  sites: readonly Site[],
  promise = 'every outage and its end is told once, and nothing else',
): void {
  const wrong: string[] = [];
  let losses = 0;
  let returns = 0;
  let due = 0;
  for (const site of sites) {
    losses += site.losses;
    returns += site.returns;
    due += site.losses + site.returns - countToldAsOver(telegram, site.chatId);
    const told = toldTo(telegram, site.chatId);
    if (told.losses === site.losses && told.returns === site.returns) continue;
    wrong.push(
      `${site.device.id} told of ${told.losses} losses instead of ${site.losses}, ${told.returns} returns instead of ${site.returns}`,
    );
  }
  const total = telegram.sent.length;
  const figures = `${losses} losses and ${returns} returns at ${sites.length} sites, ${total} messages`;
  fault.expect(promise, wrong.length === 0 && total === due, [figures, ...wrong].join('; '));
}

/** What was acknowledged is stored once and in order, and the file is whole. */
export function expectStored(fault: Fault, home: Home, sites: readonly Site[]): void {
  let missing = 0;
  let total = 0;
  let stored = 0;
  for (const { device } of sites) {
    const rows = home.data.read<{ boot_id: string; seq: number }>(
      `SELECT e.boot_id, e.seq FROM events e JOIN devices d ON d.id = e.device_row
      WHERE d.device_id = ? AND e.boot_id IS NOT NULL`,
      device.id,
    );
    const places = new Set(rows.map(({ boot_id, seq }) => `${boot_id} ${seq}`));
    stored += rows.length;
    total += device.acknowledged.length;
    missing += device.acknowledged.filter(
      ({ bootId, seq }) => !places.has(`${bootId} ${seq}`),
    ).length;
  }
  fault.expect(
    'what was acknowledged is stored, once, after kill -9',
    missing === 0 && stored === total,
    `${total} reports acknowledged, ${stored} stored, ${missing} missing`,
  );
  const [check] = home.data.read<{ integrity_check: string }>('PRAGMA integrity_check');
  fault.expect(
    'the database is whole',
    check?.integrity_check === 'ok',
    `${check?.integrity_check}`,
  );
}
