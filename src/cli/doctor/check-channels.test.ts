import { expect, test } from 'bun:test';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import type { SystemAnswer } from '../../contract/system/system.ts';
import { checkChannels } from './check-channels.ts';

const well: SystemAnswer['channels'][number] = {
  ...{ name: 'line', state: 'working', since: '2026-11-22T05:00:00.000Z', detail: null },
  ...{ quota: null, last_sent_at: null },
};

const look = async (...channels: SystemAnswer['channels']) => {
  const server = await askWellServer(() => ({ channels }));
  return (await checkChannels(makePatient({}, { isRunning: true, server }))).map(
    ({ state, text }) => `${state}: ${text}`,
  );
};

test('without a channel besides the bot there is nothing to say', async () => {
  expect(await checkChannels(makePatient())).toEqual([]);
  expect(await look({ ...well, name: 'telegram' })).toEqual([]);
});

test('what a running server says of its channels, in the words of their far ends', async () => {
  expect(await look(well)).toEqual(['ok: LINE is set up.']);
  expect(await look({ ...well, state: 'refused', detail: 'LINE: 401' })).toEqual([
    'wrong: LINE does not accept its settings (LINE: 401).',
  ]);
  expect(await look({ ...well, state: 'unreachable', detail: 'LINE: no answer in time' })).toEqual([
    'wrong: LINE does not answer (LINE: no answer in time).',
  ]);
  expect(await look({ ...well, quota: { used: 250, limit: 300, period: 'month' } })).toEqual([
    'ok: LINE is set up.',
    'warning: LINE: 250 of 300 messages of this month are used.',
  ]);
  const sms = { ...well, name: 'sms' } as const;
  expect(await look({ ...sms, signal: { level: 'good', dbm: -71 } })).toEqual([
    'ok: SMS is set up.',
    'ok: SMS: the modem hears its network well (-71 dBm).',
  ]);
  expect(await look({ ...sms, signal: { level: 'weak', dbm: -103 } })).toEqual([
    'ok: SMS is set up.',
    'warning: SMS: the modem hears its network weakly (-103 dBm).',
  ]);
  expect(await look({ ...sms, signal: { level: 'none', dbm: null } })).toEqual([
    'ok: SMS is set up.',
    'wrong: SMS: the modem hears no network.',
  ]);
});
