import { expect, test } from 'bun:test';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { findBotToken, forgetBotToken, keepBotToken } from './bot-token.ts';
import { botTokenPath } from './paths.ts';

test('a token is kept for its owner alone, and is forgotten again', () => {
  const data = tempDir('bot-token');
  const find = () => findBotToken({ data, telegram_token: undefined });
  expect(find()).toBeUndefined();
  keepBotToken(data, '123:first');
  keepBotToken(data, '123:second');
  expect(find()).toBe('123:second');
  expect(statSync(botTokenPath(data)).mode & 0o777).toBe(0o600);
  expect(readdirSync(data)).toHaveLength(1);
  forgetBotToken(data);
  forgetBotToken(data);
  expect(find()).toBeUndefined();
});

test('what is configured wins, and half a file is none', () => {
  const data = tempDir('bot-token');
  keepBotToken(data, '123:kept');
  expect(findBotToken({ data, telegram_token: '456:set' })).toBe('456:set');
  writeFileSync(botTokenPath(data), '12');
  expect(findBotToken({ data, telegram_token: undefined })).toBeUndefined();
});
