import type { SystemAnswer } from '../../contract/system/system.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('connections');

/** Whether boards and people connect with encryption. Only a running server knows. */
export function checkConnections({ server }: Patient): Finding[] {
  if (server?.kind !== 'system') return [];
  const { certificate, plain_outside: plain } = server.system;
  return [
    ...(certificate === null ? [] : [describeCertificate(certificate)]),
    describePlain(plain, certificate !== null),
  ];
}

function describeCertificate({
  domain,
  until,
  failure,
}: NonNullable<SystemAnswer['certificate']>): Finding {
  if (failure === null) {
    return until === null
      ? warning(`The certificate for ${domain} is being ordered.`, 'Look again in a minute.')
      : ok(`The certificate for ${domain} is valid until ${until.slice(0, 10)}.`);
  }
  const what = until === null ? 'There is no certificate' : 'The certificate could not be renewed';
  return wrong(
    `${what} for ${domain}: ${failure.text}. It is tried again at ${failure.next_try_at}.`,
    'Port 80 of that name must lead to this machine. To try again at once: sudo systemctl restart faiwatch',
  );
}

function describePlain(
  { boards, people }: SystemAnswer['plain_outside'],
  hasDomain: boolean,
): Finding {
  if (boards + people === 0) return ok('Nobody connects from the internet without encryption.');
  return warning(
    `In the last 7 days ${boards} boards and ${people} people connected from the internet without encryption. Others on the way can read what they send.`,
    hasDomain
      ? 'Give people the https address, and configure the boards again with it.'
      : 'Set a domain in faiwatch.toml (docs/operating/https.md), or put a proxy with TLS before the server.',
  );
}
