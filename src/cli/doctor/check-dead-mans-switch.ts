import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning } = findingsOf('dead man’s switch');

/** Whether somebody elsewhere notices when this machine is gone: it cannot tell of its own end. */
export function checkDeadMansSwitch({ config }: Pick<Patient, 'config'>): Finding[] {
  if (config.heartbeat_url !== undefined) {
    return [
      ok('An address elsewhere is called each minute, and misses this server when it is gone.'),
    ];
  }
  // Several machines miss each other.
  if (config.cluster !== undefined) return [];
  return [
    warning(
      'If this machine or its line fails, nobody is told of anything, nor of that.',
      'Set heartbeat_url to an address of healthchecks.io, Uptime Kuma or the like; docs/dead-mans-switch.md says how.',
    ),
  ];
}
