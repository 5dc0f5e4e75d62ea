import { type RefusalAnswer, refusalReasons } from '../../contract/fleet/refusals.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning } = findingsOf('refusals');

/** Whether messages of boards or strangers were refused. Only a running server knows. */
export function checkRefusals({ server, config }: Patient): Finding[] {
  if (server?.kind !== 'system') return [];
  const { boards, strangers } = server.system.refusals;
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: config.timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const findings = [
    ...boards.map((refusal) => describe(refusal.device_id, refusal, clock)),
    ...strangers.map((refusal) => describe(`a stranger at ${refusal.address}`, refusal, clock)),
  ];
  if (findings.length === 0) return [ok('No message of a board is refused.')];
  return findings;
}

function describe(
  sender: string,
  { code, since, last, count, address, detail, last_message: message }: RefusalAnswer,
  clock: Intl.DateTimeFormat,
): Finding {
  const from = address === null || sender.endsWith(address) ? '' : ` from ${address}`;
  const time = `since ${clock.format(new Date(since))}, ${count} times, last ${clock.format(new Date(last))}`;
  const what = [refusalReasons[code], detail, message === null ? '' : `last message: ${message}`];
  return warning(
    `${sender} is refused ${time}${from}: ${code}. ${what.filter((part) => part !== '').join(' ')}`,
    'docs/troubleshooting.md explains each code, and what to do.',
  );
}
