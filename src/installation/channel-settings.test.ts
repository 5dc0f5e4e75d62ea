import { expect, test } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { tempDir } from '../../tests/support/temp-dir.ts';
import {
  findChannelSettings,
  findSetUpChannels,
  forgetChannelSettings,
  keepChannelSettings,
} from './channel-settings.ts';
import { loadConfig } from './config.ts';
import { channelSettingsPath } from './paths.ts';

const apiRoot = 'http://127.0.0.1:1';

test('settings are kept whole for their owner only, the last ones count, and they are forgotten', () => {
  const data = tempDir('channel-settings');
  const config = loadConfig({ data }, {});
  const find = () => findChannelSettings(config, 'telegram')?.settings.token;
  expect(find()).toBeUndefined();
  keepChannelSettings(data, 'telegram', { token: '123:first' });
  keepChannelSettings(data, 'telegram', { token: '123:second', api_root: apiRoot });
  expect(find()).toBe('123:second');
  expect(findSetUpChannels(config)).toEqual(['telegram']);
  const path = channelSettingsPath(data);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  // Where the far end is stays the configuration's to say.
  expect(readFileSync(path, 'utf8')).not.toContain(apiRoot);
  forgetChannelSettings(data, 'telegram');
  forgetChannelSettings(data, 'telegram');
  expect(find()).toBeUndefined();
  expect(findSetUpChannels(config)).toEqual([]);
});

test('the configured value wins, and an unfinished file counts as none', () => {
  const data = tempDir('channel-settings');
  keepChannelSettings(data, 'telegram', { token: '123:kept' });
  const env = { FAIWATCH_TELEGRAM_TOKEN: '456:set' };
  expect(findChannelSettings(loadConfig({ data }, env), 'telegram')).toEqual({
    settings: { token: '456:set', api_root: 'https://api.telegram.org' },
    isConfigured: true,
  });
  // The address of the far end alone sets nothing up, and holds for what the console gave.
  const elsewhere = loadConfig({ data }, { FAIWATCH_TELEGRAM_API_ROOT: apiRoot });
  expect(findChannelSettings(elsewhere, 'telegram')).toEqual({
    settings: { token: '123:kept', api_root: apiRoot },
    isConfigured: false,
  });
  for (const left of ['{"telegram": {"tok', '{"telegram": {"token": "12"}}', '[]', '']) {
    writeFileSync(channelSettingsPath(data), left);
    expect(findSetUpChannels(elsewhere)).toEqual([]);
  }
});
