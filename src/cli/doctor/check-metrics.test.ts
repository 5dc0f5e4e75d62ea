import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { makePatient } from '../../../tests/support/patient.ts';
import { metricsTokenPath } from '../../installation/paths.ts';
import { checkMetrics } from './check-metrics.ts';

const token = 'a'.repeat(43);

test('of the token that was made it is said where it lies, and no more', () => {
  const patient = makePatient();
  writeFileSync(metricsTokenPath(patient.config.data), `${token}\n`);
  const [finding] = checkMetrics(patient);
  expect(finding?.state).toBe('ok');
  expect(finding?.text).not.toContain(token.slice(0, 8));
  expect(finding?.text).toContain('metrics-token');
});

test('a configured one is not repeated', () => {
  const [finding] = checkMetrics(makePatient({ FAIWATCH_METRICS_TOKEN: token }));
  expect(finding?.state).toBe('ok');
  expect(finding?.text).not.toContain(token);
});

test('metrics without a token are a warning, with the way to mend it', () => {
  const [finding] = checkMetrics(makePatient({}, { isRunning: true }));
  expect(finding?.state).toBe('warning');
  expect(finding?.mend).toContain('openssl');
  expect(checkMetrics(makePatient())).toEqual([]);
});
