import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupsDir, replacedPath } from './paths.ts';

test('two restores in the same second get different names', () => {
  const dir = mkdtempSync(join(tmpdir(), 'faiwatch-paths-'));
  const now = Date.UTC(2026, 10, 21, 22, 0, 0, 500);
  mkdirSync(backupsDir(dir));
  const first = replacedPath(dir, now);
  writeFileSync(first, '');
  const second = replacedPath(dir, now + 400);
  expect(first).toEndWith('20261121T220000Z-before-restore.db');
  expect(second).toEndWith('20261121T220001Z-before-restore.db');
  rmSync(dir, { recursive: true });
});
