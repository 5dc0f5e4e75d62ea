import type { Monitor } from '../actions/monitor.ts';
import type { SystemProblem } from '../domain/system/system-problems.ts';
import type { Config } from '../installation/config.ts';
import { type Channel, SendError } from '../notify/channel.ts';
import type { Delivery } from '../notify/deliver-pending.ts';
import { makeTellOperator } from '../notify/tell-operator.ts';
import { proveWritable } from '../store/engine/prove-writable.ts';
import { PingWatchdog } from './ping-watchdog.ts';
import type { Tick } from './scheduler.ts';

/** The channel of the bot, while there is one. */
interface OpenChannels {
  find(name: 'telegram'): Channel | null;
  readonly outbox: Delivery;
}

const lookEveryMs = 30_000;

/** Tells the operator's chat what is wrong with the service. Null: no chat is configured. */
export function tellOperatorTick(
  config: Config,
  monitor: Monitor,
  channels: OpenChannels,
  findProblems: () => readonly SystemProblem[],
): Tick | null {
  const { telegram_admin_chat: chat, public_url: publicUrl } = config;
  if (chat === undefined) return null;
  const tell = makeTellOperator({
    store: monitor.store,
    channel: { send: (...message) => botOf(channels).send(...message) },
    chat,
    language: config.admin_language,
    systemUrl: publicUrl === undefined ? null : new URL('/admin/system', publicUrl).href,
    findProblems,
    clock: monitor.clock,
    log: monitor.log,
    onSent: () => channels.outbox.countOther('telegram', chat),
  });
  // The bot may be connected or disconnected while the server runs.
  const run = async () => {
    if (channels.find('telegram') !== null) await tell();
  };
  return { name: 'tell-operator', everyMs: lookEveryMs, run };
}

function botOf(channels: OpenChannels): Channel {
  const channel = channels.find('telegram');
  if (channel === null) throw new SendError('There is no bot.', { permanent: false });
  return channel;
}

/** Calls the operator's address while the service can store what it hears. Null: no address is configured. */
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
