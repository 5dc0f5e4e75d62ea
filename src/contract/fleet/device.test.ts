import { describe, expect, test } from 'bun:test';
import { boardSchema, deviceTypeSchema } from './device.ts';

describe('a type of device', () => {
  test.each([
    ['esp32-c3-mini', 'c3-mini'],
    ['c3-mini', 'c3-mini'],
    ['other', 'other'],
  ] as const)('%s is taken as %s', (said, stored) => {
    expect(deviceTypeSchema.parse(said)).toBe(stored);
  });

  test('that is nobody’s is refused', () => {
    expect(deviceTypeSchema.safeParse('toaster').success).toBe(false);
  });

  test('somebody else’s has no firmware of ours', () => {
    expect(boardSchema.safeParse('other').success).toBe(false);
  });
});
