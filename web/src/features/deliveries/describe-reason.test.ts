import { expect, test } from 'bun:test';
import type { TFunction } from 'i18next';
import type { ChannelName } from '../../../../src/domain/states.ts';
import en from '../../locales/en.json';
import { describeReason } from './describe-reason.ts';

/** As i18next does it, for English. */
const t = ((key: string, values: Record<string, string> = {}) => {
  let found: unknown = en;
  for (const part of key.split('.')) found = (found as Record<string, unknown>)[part];
  return String(found).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}) as unknown as TFunction;

test.each([
  ['LINE: no answer in time', 'line', 'LINE could not be reached'],
  ['network failure (ECONNREFUSED)', 'webhook', 'Webhook could not be reached'],
  ['SMS: no answer in time', 'sms', 'SMS could not be reached'],
  ['Telegram: network failure', 'telegram', 'Telegram could not be reached'],
  ['LINE: 500 Internal Server Error', 'line', 'LINE has a problem of its own'],
  ['Telegram: 429 Too Many Requests', 'telegram', 'Telegram asks us to send more slowly'],
  ['LINE: 429 Too Many Requests', 'line', 'LINE asks us to send more slowly'],
] as const)('%s on %s', (reason: string, channel: ChannelName, said: string) => {
  expect(describeReason(reason, channel, t)).toBe(said);
});
