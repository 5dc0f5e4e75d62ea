import { expect, test } from 'bun:test';
import { heldKeyStatus } from './held-key.ts';

test.each([
  [{ isActive: true, expiresAt: null }, 'available'],
  [{ isActive: true, expiresAt: 1_001 }, 'available'],
  [{ isActive: true, expiresAt: 1_000 }, 'expired'],
  [{ isActive: false, expiresAt: 999 }, 'expired'],
  [{ isActive: false, expiresAt: 1_001 }, 'inactive'],
  [{ isActive: false, expiresAt: null }, 'inactive'],
] as const)('a key %p is %s at 1000', (key, status) => {
  expect(heldKeyStatus(key, 1_000)).toBe(status);
});
