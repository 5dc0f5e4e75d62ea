import { expect, test } from 'bun:test';
import { showAddressInLog } from './mask-address.ts';

test.each([
  ['call', '+66812345678', '••••5678'],
  ['sms', '+66812345678', '••••5678'],
  ['email', 'somchai@example.com', '••••.com'],
  ['webhook', 'https://hooks.example.com/secret', 'hooks.example.com'],
  ['telegram', '7001', '7001'],
] as const)('the log keeps of an address of %s: %s as %s', (channel, address, shown) => {
  expect(showAddressInLog(channel, address)).toBe(shown);
});
