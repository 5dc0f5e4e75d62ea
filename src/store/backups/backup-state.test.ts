import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { type BackupState, noJobState, readBackupState, writeBackupState } from './backup-state.ts';

const makePath = () => join(tempDir('faiwatch-state'), 'backups', 'state.json');

test('a written state can be read, and no other file is left', () => {
  const path = makePath();
  const failure = { firstAt: 1, lastAt: 2, tries: 3, nextTryAt: 4, text: 'no room' };
  const state: BackupState = {
    nightly: { doneAt: 5, doneName: 'one', failure: null },
    s3: { ...noJobState, failure },
  };
  writeBackupState(path, state);
  expect(readBackupState(path)).toEqual(state);
  expect(readdirSync(join(path, '..'))).toEqual(['state.json']);
});

test.each([
  ['nothing', null, {}],
  ['half a file', '{"nightly": {"doneAt": 1', {}],
  ['something else', '[1, 2]', {}],
  ['values of other kinds', '{"nightly": {"doneAt": "x", "failure": 7}}', undefined],
])('%s does no harm', (_name, text, expected) => {
  const path = makePath();
  writeBackupState(path, {});
  if (text !== null) writeFileSync(path, text);
  const state = readBackupState(path);
  if (expected !== undefined) expect(state).toEqual(expected);
  else expect(state.nightly).toMatchObject({ doneAt: null, doneName: null });
});
