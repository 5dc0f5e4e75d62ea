import { afterEach, expect, test } from 'bun:test';
import { startFakeTelegram } from '../../../tests/fakes/telegram/fake-telegram.ts';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import { checkMessenger } from './check-messenger.ts';
import { checkPollers } from './check-pollers.ts';
import type { Patient } from './finding.ts';
import { probeMessenger } from './probe-messenger.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function startTelegram() {
  const telegram = await startFakeTelegram({ chats: 'any' });
  ends.push(() => telegram.stop());
  return telegram;
}

/** What the checks look at, after a look at the messenger. */
async function lookAt(
  { apiRoot, token }: { apiRoot: string; token: string },
  changes: Partial<Patient> = {},
): Promise<Patient> {
  const messenger = await probeMessenger(apiRoot, token, Date.now);
  const env = { FAIWATCH_TELEGRAM_TOKEN: token, FAIWATCH_TELEGRAM_API_ROOT: apiRoot };
  return makePatient(env, { messenger, ...changes });
}

test('without a channel the check warns that nobody is told', () => {
  expect(checkMessenger(makePatient())).toMatchObject([
    { state: 'wrong', mend: expect.stringContaining('Channels page') },
  ]);
});

test('a messenger that knows the bot is fine, and says what time it is', async () => {
  const patient = await lookAt(await startTelegram());
  expect(checkMessenger(patient)).toMatchObject([
    { state: 'ok', text: expect.stringContaining('@') },
  ]);
  expect(Math.abs(patient.messenger?.clockAheadMs ?? Number.NaN)).toBeLessThan(60_000);
});

test('a token it does not know is wrong, and not shown', async () => {
  const { apiRoot } = await startTelegram();
  const patient = await lookAt({ apiRoot, token: '42:wrong_token_of_somebody' });
  expect(checkMessenger(patient)).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('refuses') },
  ]);
  expect(JSON.stringify(checkMessenger(patient))).not.toContain('wrong_token');
});

test('a messenger that cannot be reached is wrong, and its address is shown without the token', async () => {
  const telegram = await startTelegram();
  await telegram.stop();
  const patient = await lookAt(telegram);
  expect(checkMessenger(patient)).toMatchObject([
    { state: 'wrong', text: expect.stringContaining(telegram.apiRoot) },
  ]);
  expect(JSON.stringify(checkMessenger(patient))).not.toContain(telegram.token);
  expect(await checkPollers(patient)).toEqual([]);
});

test('a clock that is an hour ahead is seen', async () => {
  const { apiRoot, token } = await startTelegram();
  const { clockAheadMs } = await probeMessenger(apiRoot, token, () => Date.now() + 3_600_000);
  expect(Math.round((clockAheadMs ?? 0) / 60_000)).toBe(60);
});

test('a bot that no other program uses is fine', async () => {
  const patient = await lookAt(await startTelegram());
  expect(await checkPollers(patient, 0)).toMatchObject([{ state: 'ok' }]);
});

test('another program that listens is found while the server is not running', async () => {
  const telegram = await startTelegram();
  const patient = await lookAt(telegram);
  let isOver = false;
  const other = (async () => {
    while (!isOver) {
      await fetch(`${telegram.apiRoot}/bot${telegram.token}/getUpdates?timeout=1`);
      await Bun.sleep(1);
    }
  })();
  const findings = await checkPollers(patient);
  isOver = true;
  await other;
  expect(findings).toMatchObject([{ state: 'wrong', text: expect.stringContaining('409') }]);
});

test('a running server is asked instead of being disturbed', async () => {
  const telegram = await startTelegram();
  const server = await askWellServer(({ messenger }) => ({
    messenger: { ...messenger, state: 'conflict' },
  }));
  const patient = await lookAt(telegram, { isRunning: true, server });
  expect(await checkPollers(patient)).toMatchObject([{ state: 'wrong' }]);
  expect(telegram.calls.get('getUpdates') ?? 0).toBe(0);
});
