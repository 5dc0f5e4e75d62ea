import type { Monitor } from '../actions/monitor.ts';
import type { SystemProblem } from '../domain/system/system-problems.ts';
import type { Config } from '../installation/config.ts';
import type { Channel } from '../notify/channel.ts';
import type { Delivery } from '../notify/deliver-pending.ts';
import { makeTellOperator } from '../notify/tell-operator.ts';
import { proveWritable } from '../store/engine/prove-writable.ts';
import { PingWatchdog } from './ping-watchdog.ts';
import type { Tick } from './scheduler.ts';

const lookEveryMs = 30_000;

/** Tells the operator's chat what is wrong with the service; null where there is no chat to tell. */
export function tellOperatorTick(
  config: Config,
  monitor: Monitor,
  telegram: Channel | null,
  delivery: Delivery,
  findProblems: () => readonly SystemProblem[],
): Tick | null {
  const { telegram_admin_chat: chat, public_url: publicUrl } = config;
  if (telegram === null || chat === undefined) return null;
  const run = makeTellOperator({
    store: monitor.store,
    channel: telegram,
    chat,
    language: config.admin_language,
    systemUrl: publicUrl === undefined ? null : new URL('/admin/system', publicUrl).href,
    findProblems,
    clock: monitor.clock,
    log: monitor.log,
    onSent: () => delivery.countOther('telegram', chat),
  });
  return { name: 'tell-operator', everyMs: lookEveryMs, run };
}

/** Calls the operator's address as long as the service can store what it hears; null without one. */
export function makeWatchdog(
  { heartbeat_url: url }: Config,
  monitor: Monitor,
): PingWatchdog | null {
  if (url === undefined) return null;
  return new PingWatchdog({
    url,
    log: monitor.log,
    isWell() {
      try {
        proveWritable(monitor.store);
        return true;
      } catch {
        return false;
      }
    },
  });
}
