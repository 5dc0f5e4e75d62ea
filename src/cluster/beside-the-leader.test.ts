import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { commandsAtWork, enterAsCommand } from './beside-the-leader.ts';
import { commandsDir } from './paths.ts';

test('a command is at work until it says that it has ended', () => {
  const dir = tempDir('commands');
  expect(commandsAtWork(dir)).toEqual([]);
  const leave = enterAsCommand(dir);
  expect(commandsAtWork(dir)).toEqual([process.pid]);
  leave();
  expect(commandsAtWork(dir)).toEqual([]);
});

test('a command that a power cut ended is not taken for the process that has its number now', () => {
  const dir = tempDir('commands');
  enterAsCommand(dir);
  writeFileSync(join(commandsDir(dir), String(process.pid)), '1');
  expect(commandsAtWork(dir)).toEqual([]);
  expect(readdirSync(commandsDir(dir))).toEqual([]);
});

test.if(process.getuid?.() !== 0)('a command of another user is at work, too', () => {
  const dir = tempDir('commands');
  enterAsCommand(dir)();
  writeFileSync(join(commandsDir(dir), '1'), '');
  expect(commandsAtWork(dir)).toEqual([1]);
});
