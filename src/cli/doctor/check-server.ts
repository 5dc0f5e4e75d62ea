import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('server');

/** Whether the service runs, and the problems that it reports. */
export function checkServer({ isRunning, server }: Patient): Finding[] {
  if (!isRunning || server === null) {
    return [warning('The server is not running.', 'systemctl start faiwatch')];
  }
  if (server.kind === 'silent') {
    return [
      wrong(
        `A server runs on this data directory, but cannot be asked. ${server.why}`,
        'Look at its log: journalctl -u faiwatch -n 50',
      ),
    ];
  }
  const { version, uptime_seconds: seconds, outbox, observation } = server.system;
  const findings = [ok(`Release ${version} has been running for ${describeDuration(seconds)}.`)];
  if (observation.is_blind) {
    findings.push(
      wrong(
        'The server has lost its own internet connection, so silent devices are not judged.',
        'Check the network of this machine.',
      ),
    );
  }
  if (outbox.failed_last_day > 0) {
    findings.push(
      wrong(
        `${outbox.failed_last_day} messages were given up in the last 24 hours.`,
        'Deliveries in the console says why, and sends them again.',
      ),
    );
  }
  return findings;
}

function describeDuration(seconds: number): string {
  if (seconds < 3600) return count(seconds / 60, 'minute');
  if (seconds < 2 * 86_400) return count(seconds / 3600, 'hour');
  return count(seconds / 86_400, 'day');
}

function count(value: number, unit: string): string {
  const whole = Math.floor(value);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
