import { expect, test } from 'bun:test';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import { checkServer } from './check-server.ts';

test('a server that is not running is a warning', () => {
  expect(checkServer(makePatient())).toMatchObject([
    { state: 'warning', mend: expect.stringContaining('start') },
  ]);
});

test("a running server's release is shown", async () => {
  const server = await askWellServer();
  expect(checkServer(makePatient({}, { isRunning: true, server }))).toMatchObject([
    { state: 'ok', text: 'Release 1.2.3 has been running for 1 hour.' },
  ]);
});

test('a server that does not answer is wrong', () => {
  const server = { kind: 'silent', why: 'It does not answer (ConnectionRefused).' } as const;
  expect(checkServer(makePatient({}, { isRunning: true, server }))).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('ConnectionRefused') },
  ]);
});

test('a server that is blind, or gave messages up, says so', async () => {
  const server = await askWellServer(({ outbox, observation }) => ({
    outbox: { ...outbox, failed_last_day: 3 },
    observation: { ...observation, is_blind: true },
  }));
  const [first, ...rest] = checkServer(makePatient({}, { isRunning: true, server }));
  expect(first?.state).toBe('ok');
  expect(rest).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('internet connection') },
    { state: 'wrong', text: expect.stringContaining('3 messages') },
  ]);
});
