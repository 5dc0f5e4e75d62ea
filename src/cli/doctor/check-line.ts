import { isGatewayThere, seesAny } from '../../outbound/look-out.ts';
import { readGateways } from '../../server/own-networks.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, wrong } = findingsOf('internet');

/** Whether this machine's own line is alive: without it, only boards in its own network can be judged. */
export async function checkLine({ config }: Pick<Patient, 'config'>): Promise<Finding[]> {
  const { uplink_targets: targets } = config;
  if (targets === null) {
    return [
      ok('There is no internet by configuration: boards beyond this network are not judged.'),
    ];
  }
  if (await seesAny(targets, [])) return [ok('The line to the internet is alive.')];
  const broken = (await isGatewayThere(readGateways()))
    ? 'The router answers, but nothing beyond it does'
    : 'Not even the router answers';
  const text = `${broken}. Only boards in this machine’s own network are judged meanwhile.`;
  return [
    wrong(text, 'Check the line. An installation without internet sets uplink_targets = "none".'),
  ];
}
