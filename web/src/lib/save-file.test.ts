import { expect, test } from 'bun:test';
import { nameExport } from './save-file.ts';

test('an export is named by the date at the site, not that of UTC', () => {
  expect(nameExport('devices', new Date('2026-11-21T16:59:00Z'))).toBe('devices-2026-11-21.csv');
  expect(nameExport('devices', new Date('2026-11-21T17:00:00Z'))).toBe('devices-2026-11-22.csv');
});
