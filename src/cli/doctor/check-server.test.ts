import { expect, test } from 'bun:test';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import { checkServer, mends } from './check-server.ts';

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
  const server = await askWellServer(({ outbox }) => ({
    outbox: { ...outbox, failed_last_day: 3 },
    problems: ['blind', 'alerts_failed', 'disk_low'],
  }));
  const [first, ...rest] = checkServer(makePatient({}, { isRunning: true, server }));
  expect(first?.state).toBe('ok');
  expect(rest).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('internet connection') },
    { state: 'wrong', text: expect.stringContaining('3 messages') },
  ]);
});

test('what the system page shows of no other check is said, the lasting as warnings', async () => {
  const problems = Object.keys(mends) as (keyof typeof mends)[];
  const server = await askWellServer(() => ({ problems }));
  const [, ...found] = checkServer(makePatient({}, { isRunning: true, server }));
  expect(found.map(({ mend }) => mend)).toEqual(Object.values(mends));
  expect(found.map(({ state }) => state)).toEqual([
    ...['wrong', 'wrong', 'wrong', 'warning'],
    ...['warning', 'warning', 'warning', 'warning'],
  ] as never);
});
