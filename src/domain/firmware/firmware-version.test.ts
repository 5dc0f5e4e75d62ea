import { describe, expect, test } from 'bun:test';
import { isPrerelease, versionKey } from './firmware-version.ts';

describe('versions', () => {
  test('are ordered as the firmware orders them', () => {
    const ascending = [
      '0.0.0-dev',
      '0.0.0',
      '0.9.10',
      '0.10.0',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-rc.10',
      // Plain text: the firmware does not read numbers within a word.
      '1.0.0-rc.9',
      '1.0.0',
      '1.0.1-1',
      '1.0.1',
      '2.0.0',
      '10.0.0',
      '4294967295.0.0',
    ];
    const keys = ascending.map((version) => versionKey(version) ?? '');
    expect([...keys].sort()).toEqual(keys);
    expect(new Set(keys).size).toBe(ascending.length);
  });

  test.each([
    '',
    '1',
    '1.0',
    '1.0.0.0',
    'v1.0.0',
    '1.0.0-',
    '1.0.0+build',
    '1.0.0-ä',
    '01.0.0',
    '1.0.0\n',
    '4294967296.0.0',
    `1.0.0-${'x'.repeat(26)}`,
  ])('%p is none', (text) => {
    expect(versionKey(text)).toBeNull();
  });

  test('with a word are for trying out', () => {
    expect(['1.0.0-rc.1', '1.0.0'].map(isPrerelease)).toEqual([true, false]);
  });
});
