import { openDatagramSender, type SendDatagram } from './datagram.ts';
import type { Tick } from './scheduler.ts';

/** What systemd is told (sd_notify(3)); it started this process and waits for it. */
export interface Systemd {
  /** That the service can be used. */
  ready(): void;
  /**
   * To be run by the event loop: that it still turns. When this stays out for `WatchdogSec`, systemd
   * starts the service anew. Null: the unit does not ask for it.
   */
  readonly watchdog: Tick | null;
}

/**
 * @param env the process's environment
 * @param open for tests
 * @returns null when systemd did not start this process, or does not want to be told
 */
export function connectSystemd(
  env: Readonly<Record<string, string | undefined>>,
  open: (path: string) => SendDatagram | null = openDatagramSender,
): Systemd | null {
  const path = env['NOTIFY_SOCKET'] ?? '';
  if (!/^[/@]./.test(path)) return null;
  const direct = open(path);
  const notify = (text: string) => {
    if (direct?.(text) !== true) notifyByProgram(text, env);
  };
  const everyMs = readWatchdogMs(env);
  return {
    ready: () => notify('READY=1'),
    watchdog:
      everyMs === null
        ? null
        : { name: 'systemd-watchdog', everyMs, run: () => notify('WATCHDOG=1') },
  };
}

/** A third of what systemd waits, so that one that is late does no harm; sd_watchdog_enabled(3). */
function readWatchdogMs(env: Readonly<Record<string, string | undefined>>): number | null {
  const waitMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1000;
  const forWhom = env['WATCHDOG_PID'] ?? '';
  const isForUs = forWhom === '' || Number(forWhom) === process.pid;
  return isForUs && waitMs > 0 ? Math.max(100, Math.floor(waitMs / 3)) : null;
}

/** Where the C library could not be reached; the unit accepts it from a child (NotifyAccess=all). */
function notifyByProgram(text: string, env: Readonly<Record<string, string | undefined>>): void {
  try {
    Bun.spawn(['systemd-notify', text], {
      env: { ...process.env, NOTIFY_SOCKET: env['NOTIFY_SOCKET'] },
      stdio: ['ignore', 'ignore', 'ignore'],
    }).unref();
  } catch {
    // Not there either; systemd will say that the service did not become ready.
  }
}
