import {
  isSilencing,
  type OwnProblem,
  type SystemProblem,
} from '../../domain/system/system-problems.ts';
import { catalogues } from '../../notify/messages/catalogue.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('server');

const lookAtNodes = 'sudo faiwatch cluster status says how each machine does.';

/** The remedies for problems that the system page shows. Of all others there, a check of their own says more. */
export const mends = {
  blind: 'Check the network of this machine.',
  alerts_late: 'Channels in the console says which far end does not take them.',
  alerts_failed: 'Deliveries in the console says why, and sends them again.',
  tokens_without_scopes: 'System in the console names them, and says what they lack.',
  quorum_lost: lookAtNodes,
  node_unable: lookAtNodes,
  node_behind: lookAtNodes,
  lead_moved: lookAtNodes,
} satisfies Partial<Record<OwnProblem, string>>;

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
  const { version, uptime_seconds: seconds, outbox, problems } = server.system;
  return [
    ok(`Release ${version} has been running for ${describeDuration(seconds)}.`),
    ...problems.filter(isMendedHere).map((problem) => {
      const find = isSilencing(problem) ? wrong : warning;
      return problem === 'alerts_failed'
        ? find(
            `${outbox.failed_last_day} messages were given up in the last 24 hours.`,
            mends[problem],
          )
        : find(catalogues.en.operator.problem[problem], mends[problem]);
    }),
  ];
}

function isMendedHere(problem: SystemProblem): problem is keyof typeof mends {
  return problem in mends;
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
