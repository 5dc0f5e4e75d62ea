import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { migrationsDir } from '../installation/assets.ts';
import { databasePath } from '../installation/paths.ts';
import { openStore } from '../store/engine/open.ts';
import { listKeys } from '../store/keys/key-list.ts';
import { makeProgram } from './program.ts';

test('makes no keys when the file for them cannot be written', async () => {
  const data = tempDir('faiwatch-keys');
  const csv = join(data, 'nowhere', 'keys.csv');
  const args = ['keys', 'create', '--count', '2', '--type', 'key_only'];
  const program = await makeProgram();
  const created = program.parseAsync([...args, '--csv', csv, '--data', data], { from: 'user' });
  expect(await created.catch((error) => error)).toMatchObject({ code: 'ENOENT', path: csv });
  const store = openStore(databasePath(data), { migrationsDir: migrationsDir() });
  expect(listKeys(store, { filter: 'all' }, Date.now())).toHaveLength(0);
  store.close();
});
