import { readFileSync } from 'node:fs';
import type { SetTimer, Tick } from '../domain/instant.ts';
import { openDatagramSender, type SendDatagram } from './datagram.ts';

/** Messages to the systemd that started this process (sd_notify(3)). */
interface Systemd {
  /** Says that the service can be used. */
  ready(): void;
  /**
   * Says that the event loop turns. When that is not said for `WatchdogSec`, systemd restarts the service.
   * Null: the unit does not ask for it.
   */
  readonly watchdog: Tick | null;
}

/**
 * Connects to the systemd that started this process.
 * @param env the process's environment
 * @param open replaced in tests
 * @returns null: systemd did not start this process, or does not ask to be told
 */
export function connectSystemd(
  env: Readonly<Record<string, string | undefined>>,
  open: (path: string) => SendDatagram | null = openDatagramSender,
): Systemd | null {
  if (!isNotified(env)) return null;
  const path = env['NOTIFY_SOCKET'] ?? '';
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

function isNotified(env: Readonly<Record<string, string | undefined>>): boolean {
  return /^[/@]./.test(env['NOTIFY_SOCKET'] ?? '');
}

/**
 * What restarts this process, by a person on its machine.
 * @param env the process's environment
 * @returns null: it is not a service of systemd
 */
function restartCommand(env: Readonly<Record<string, string | undefined>>): string | null {
  return isNotified(env) ? 'sudo systemctl restart faiwatch' : null;
}

/** So long an answer that is on its way has, in ms. */
const partingMs = 300;

/** How a person at a page has this process started anew. @param env the process's environment */
export function makeRestart(
  env: Readonly<Record<string, string | undefined>>,
  setTimer: SetTimer,
): {
  readonly command: string | null;
  readonly isCertain: () => Promise<boolean>;
  readonly begin: () => void;
} {
  let asked: Promise<boolean> | null = null;
  return {
    command: restartCommand(env),
    isCertain() {
      asked ??= isRestartedBySystemd(env);
      return asked;
    },
    begin: () => void setTimer(partingMs, () => process.kill(process.pid, 'SIGTERM')),
  };
}

/** How long systemd may take to answer, in ms. */
const answerMs = 2_000;

/**
 * Whether systemd starts this process again when it ends by itself. It is asked: a unit of somebody's own may say
 * otherwise, and the server of a cluster is not the process that systemd started.
 * @param env the process's environment
 * @param ask replaced in tests: gives what `systemctl show` prints of the unit
 */
export async function isRestartedBySystemd(
  env: Readonly<Record<string, string | undefined>>,
  ask: () => Promise<string> = askSystemd,
): Promise<boolean> {
  if (!isNotified(env)) return false;
  const told = new Set((await ask().catch(() => '')).split('\n'));
  return told.has('Restart=always') && told.has(`MainPID=${process.pid}`);
}

async function askSystemd(): Promise<string> {
  const unit = /\/([^/\n]+\.service)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
  if (unit === undefined) return '';
  const asked = Bun.spawn(['systemctl', 'show', '--property=Restart,MainPID', unit], {
    ...{ stdin: 'ignore', stderr: 'ignore', timeout: answerMs },
  });
  return new Response(asked.stdout).text();
}

/** A third of the time that systemd waits, so that a late message does no harm (sd_watchdog_enabled(3)). */
function readWatchdogMs(env: Readonly<Record<string, string | undefined>>): number | null {
  const waitMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1000;
  const forWhom = env['WATCHDOG_PID'] ?? '';
  const isForUs = forWhom === '' || Number(forWhom) === process.pid;
  return isForUs && waitMs > 0 ? Math.max(100, Math.floor(waitMs / 3)) : null;
}

/** Notifies through systemd's own program, as the unit accepts messages of a child (NotifyAccess=all). */
function notifyByProgram(text: string, env: Readonly<Record<string, string | undefined>>): void {
  try {
    Bun.spawn(['systemd-notify', text], {
      env: { ...process.env, NOTIFY_SOCKET: env['NOTIFY_SOCKET'] },
      stdio: ['ignore', 'ignore', 'ignore'],
    }).unref();
  } catch {
    // Without that program, systemd reports that the service did not become ready.
  }
}
