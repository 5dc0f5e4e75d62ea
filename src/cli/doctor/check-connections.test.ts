import { expect, test } from 'bun:test';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import type { SystemAnswer } from '../../contract/system/system.ts';
import { checkConnections } from './check-connections.ts';

const time = '2026-11-22T05:00:00.000Z';
const failure = { since: time, tries: 2, next_try_at: time, text: 'port 80 is closed' };

const look = async (system: Partial<SystemAnswer>) =>
  checkConnections(makePatient({}, { isRunning: true, server: await askWellServer(() => system) }))
    .map(({ state, text }) => `${state}: ${text}`)
    .join('\n');

test('a server that does not run is not asked', () => {
  expect(checkConnections(makePatient())).toEqual([]);
});

test('boards and people that come in the clear from the internet are a warning', async () => {
  expect(await look({})).toBe('ok: Nobody connects from the internet without encryption.');
  const some = await look({ plain_outside: { boards: 3, people: 1 } });
  expect(some).toMatch(/^warning: .* 3 boards and 1 people/);
});

test('a certificate that could not be had, or renewed, is wrong', async () => {
  const domain = 'power.example';
  const at = (certificate: Partial<NonNullable<SystemAnswer['certificate']>>) =>
    look({ certificate: { domain, until: time, failure: null, ...certificate } });
  expect(await at({})).toContain(
    'ok: The certificate for power.example is valid until 2026-11-22.',
  );
  expect(await at({ until: null })).toContain(
    'warning: The certificate for power.example is being',
  );
  expect(await at({ until: null, failure })).toContain(
    'wrong: There is no certificate for power.example: port 80 is closed.',
  );
  expect(await at({ failure })).toContain('wrong: The certificate could not be renewed');
});
