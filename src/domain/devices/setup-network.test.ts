import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSetupNetwork, digestKey } from './setup-network.ts';

/** The firmware's tests read the same file. */
const vectors = readFileSync(
  join(import.meta.dir, '../../../firmware/test/fixtures/setup-passwords.txt'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [key: string, password: string]);

describe('the set-up network of a board', () => {
  test('is called by the end of its id', () => {
    expect(describeSetupNetwork('fw-a1b2c3d4e5f6', digestKey('any')).ssid).toBe('FaiWatch-D4E5F6');
  });

  test.each(vectors)('has with key %s the password that the board derives', (key, password) => {
    expect(describeSetupNetwork('fw-a1b2c3d4e5f6', digestKey(key)).password).toBe(password);
  });
});
