import { afterEach, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { databasePath } from '../installation/paths.ts';
import { serveCommand } from './serve.ts';

const before = process.env['FAIWATCH_EXTRAS'];
afterEach(() => {
  if (before === undefined) delete process.env['FAIWATCH_EXTRAS'];
  else process.env['FAIWATCH_EXTRAS'] = before;
});

test('a module that is not there is refused before anything is opened', async () => {
  const data = tempDir('extras');
  process.env['FAIWATCH_EXTRAS'] = 'teapot';
  const serving = serveCommand().parseAsync(['--data', data], { from: 'user' });
  await expect(serving).rejects.toThrow('setting extras: no module is called "teapot"; there are ');
  expect(existsSync(databasePath(data))).toBe(false);
});
