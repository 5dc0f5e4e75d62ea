import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import type { Logger } from '../domain/logger.ts';
import { loadConfig } from '../installation/config.ts';
import { runningConfigPath } from '../installation/paths.ts';
import { askRunningConfig, tellRunningConfig } from './running-config.ts';

const logged: string[] = [];
const note = (_fields: object, text: string) => void logged.push(text);
const log: Logger = { debug: note, info: note, warn: note, error: note };

/** A configuration as the server has it, and as a command finds it that knows the data directory only. */
function makeConfigs(data = tempDir('faiwatch-running')) {
  const env = { FAIWATCH_TELEGRAM_TOKEN: '123456:of-the-server', FAIWATCH_PORT: '9000' };
  return { served: loadConfig({ data, mqtt_port: 'off' }, env), found: loadConfig({ data }, {}) };
}

test('a command learns flags and environment of the server, for as long as that runs', async () => {
  const { served, found } = makeConfigs();
  const path = runningConfigPath(found.data);
  expect(await askRunningConfig(found)).toBe(found);
  const close = await tellRunningConfig(served, log);
  expect(await askRunningConfig(found)).toEqual(served);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await close();
  expect(existsSync(path)).toBe(false);
  expect(await askRunningConfig(found)).toBe(found);
});

test('the data directory is the one that the command was given, wherever the server sees it', async () => {
  const { served, found } = makeConfigs();
  const close = await tellRunningConfig(served, log);
  const elsewhere = { ...found, data: join(found.data, '..', found.data.split('/').at(-1) ?? '') };
  expect((await askRunningConfig(elsewhere)).data).toBe(elsewhere.data);
  await close();
});

test('what a killed server left in its place keeps no later one from telling', async () => {
  const { served, found } = makeConfigs();
  writeFileSync(runningConfigPath(found.data), '');
  expect(await askRunningConfig(found)).toBe(found);
  const close = await tellRunningConfig(served, log);
  expect((await askRunningConfig(found)).port).toBe(9000);
  await close();
});

test('what another release tells is not taken, nor what is no configuration', async () => {
  const { served, found } = makeConfigs();
  for (const text of [JSON.stringify({ version: '0.0.1', config: served }), 'no JSON', '']) {
    const server = createServer((socket) => socket.end(text));
    await new Promise<void>((resolve) =>
      server.listen(runningConfigPath(found.data), () => resolve()),
    );
    expect(await askRunningConfig(found)).toBe(found);
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a server that can have no socket there runs without', async () => {
  const { served, found } = makeConfigs();
  mkdirSync(runningConfigPath(found.data));
  const close = await tellRunningConfig(served, log);
  expect(logged).toEqual(['commands on this machine cannot ask what this server runs with']);
  expect(await askRunningConfig(found)).toBe(found);
  await close();
});

test('it makes no difference how long the path of the directory is', async () => {
  const data = join(tempDir('faiwatch-running'), 'x'.repeat(120));
  mkdirSync(data);
  const { served, found } = makeConfigs(data);
  const close = await tellRunningConfig(served, log);
  expect((await askRunningConfig(found)).port).toBe(9000);
  await close();
});
