import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusalCodes } from '../../domain/fleet/refusals.ts';

test('the page on troubleshooting explains each code', () => {
  const page = readFileSync(join(import.meta.dir, '../../../docs/troubleshooting.md'), 'utf8');
  const [, section = ''] = page.split('## What a board sends is not taken');
  const explained = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`[^|]*`) \|/gm)];
  const codes = explained.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)]);
  expect(codes.map(([, code]) => code as string).sort()).toEqual([...refusalCodes].sort());
});
