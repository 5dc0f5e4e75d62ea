/** docs/cluster.md says of every file and setting whether all machines have it; no new one is forgotten there. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Glob } from 'bun';
import * as clusterPaths from '../../src/cluster/paths.ts';
import { isReplicated } from '../../src/cluster/replicated-files.ts';
import { settableChannels, settingsOf } from '../../src/contract/system/channel-settings.ts';
import { consoleSettings, machineSettings } from '../../src/domain/system/console-settings.ts';
import { configShape } from '../../src/installation/config-schema.ts';
import * as paths from '../../src/installation/paths.ts';

const root = join(import.meta.dir, '../..');
const guide = readFileSync(join(root, 'docs/cluster.md'), 'utf8');

/** What the table under this head says of each name. */
function readTable(head: string): ReadonlyMap<string, string> {
  const [, table = ''] =
    new RegExp(`^\\| ${head} \\| is \\|\\n\\|.*\\n((?:\\|.*\\n)+)`, 'm').exec(guide) ?? [];
  const rows = table.split('\n').flatMap((line) => {
    const [, names = '', says = ''] = line.split('|').map((cell) => cell.trim());
    return [...names.matchAll(/`([^`/]+)\/?`/g)].map(([, name = '']) => [name, says] as const);
  });
  return new Map(rows);
}

/** The first part of each path below the data directory that the source names. */
function listFiles(): string[] {
  const data = '/data';
  const { channelFolder, ...others } = paths;
  const named = [
    ...[...Object.values(others), ...Object.values(clusterPaths)].map((path) =>
      path(data, 0 as never, 0),
    ),
    // Of channels only this one runs something that has a folder.
    channelFolder(data, 'call'),
  ].map((path) => relative(data, path));
  const source = [...new Glob('src/**/*.ts').scanSync({ cwd: root })]
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const joined = /join\((?:dataDir|config\.data|data), '([\w.-]+)'/g;
  const secret = /'([a-z]+-secret)'/g;
  const found = [joined, secret].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, name = '']) => name),
  );
  const all = [...named, ...found].map((path) => path.split('/')[0] as string);
  // Litestream's, which a cluster refuses.
  return [...new Set(all)].filter((name) => name !== '.faiwatch.db-litestream').sort();
}

describe('the tables of the guide', () => {
  const files = readTable('in the data directory');
  const settings = readTable('in `faiwatch.toml`');

  test('have every file, and no other', () => {
    expect([...files.keys()].sort()).toEqual(listFiles());
  });

  test('say truly of each file whether all machines have it', () => {
    for (const [name, says] of files) {
      const path = name === 'firmware' ? 'firmware/1.0.0/image.bin' : name;
      // The database is in the log by its pages.
      const isEverywhere = name === 'faiwatch.db' || isReplicated(path);
      expect({ name, isEverywhere }).toEqual({ name, isEverywhere: says.startsWith('on all') });
    }
    const { 'console.json': says = '' } = Object.fromEntries(files);
    for (const setting of consoleSettings) {
      const isOwn = machineSettings.includes(setting);
      expect({ setting, isOwn }).toEqual({ setting, isOwn: says.includes(`\`${setting}\``) });
    }
  });

  const keys = [
    ...Object.keys(configShape),
    ...settableChannels.flatMap((channel) =>
      settingsOf(channel).map(({ field }) => `${channel}_${field}`),
    ),
  ];
  const fits = (name: string, key: string) =>
    new RegExp(`^${name.replaceAll('*', '.*')}$`).test(key);

  test('have every setting', () => {
    const names = [...settings.keys()];
    expect(keys.filter((key) => !names.some((name) => fits(name, key)))).toEqual([]);
  });

  test('have no setting that there is not', () => {
    const names = [...settings.keys()];
    expect(names.filter((name) => !keys.some((key) => fits(name, key)))).toEqual([]);
  });
});
