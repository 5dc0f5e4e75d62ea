import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('clock');

/** A difference that neither the header's whole seconds nor the time of the request explains. */
const noticeableMs = 5_000;
const wrongMs = 60_000;
const mend = 'sudo timedatectl set-ntp true';

/** Whether the clock is right and a time server keeps it right: times in messages depend on it. */
export function checkClock({ messenger }: Pick<Patient, 'messenger'>): Finding[] {
  return describeClock(messenger?.clockAheadMs ?? null, readIsSynchronized());
}

/**
 * @param aheadMs how far the clock is ahead of the messenger's. Null: not known
 * @param isSynchronized whether the system follows a time server. Null: it does not tell
 */
export function describeClock(aheadMs: number | null, isSynchronized: boolean | null): Finding[] {
  const offMs = Math.abs(aheadMs ?? 0);
  if (aheadMs !== null && offMs > noticeableMs) {
    const direction = aheadMs > 0 ? 'fast' : 'slow';
    const text = `The clock is ${Math.round(offMs / 1000)} seconds ${direction}, compared with the messenger’s.`;
    return [offMs > wrongMs ? wrong(text, mend) : warning(text, mend)];
  }
  if (isSynchronized === false) {
    return [warning('This machine does not set its clock by a time server.', mend)];
  }
  if (aheadMs !== null) return [ok('The clock agrees with the messenger’s.')];
  return [
    ok(
      isSynchronized
        ? 'A time server sets the clock.'
        : 'There is nothing to compare the clock with.',
    ),
  ];
}

/** Whether systemd says that the clock follows a time server. Null: there is no systemd. */
function readIsSynchronized(): boolean | null {
  try {
    const asked = Bun.spawnSync(['timedatectl', 'show', '-p', 'NTPSynchronized', '--value'], {
      stderr: 'ignore',
      timeout: 3_000,
    });
    const said = asked.stdout.toString().trim();
    return said === 'yes' ? true : said === 'no' ? false : null;
  } catch {
    return null;
  }
}
