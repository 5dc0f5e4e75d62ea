import { expect, test } from 'bun:test';
import { makePatient } from '../../../tests/support/patient.ts';
import { checkDeadMansSwitch } from './check-dead-mans-switch.ts';

const findings = (env: Readonly<Record<string, string>>) => checkDeadMansSwitch(makePatient(env));

test('one machine that nobody waits for is warned of, with where to read on', () => {
  expect(findings({})).toMatchObject([
    { state: 'warning', mend: expect.stringContaining('docs/dead-mans-switch.md') },
  ]);
});

test('whoever is called is not named: the address is a secret', () => {
  const [finding] = findings({ FAIWATCH_HEARTBEAT_URL: 'https://hc-ping.com/of-mine' });
  expect(finding).toMatchObject({ state: 'ok' });
  expect(finding?.text).not.toContain('of-mine');
});

test('machines of a cluster miss each other', () => {
  expect(findings({ FAIWATCH_CLUSTER: 'nats://10.8.0.1' })).toEqual([]);
});
