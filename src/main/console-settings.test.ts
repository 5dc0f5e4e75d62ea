import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestMonitor } from '../../tests/support/monitor.ts';
import { makeBackupKeeper, openBackupShelf, openBackupTargets } from '../installation/backups.ts';
import { loadConfig } from '../installation/config.ts';
import { keepConsoleSetting } from '../installation/console-settings.ts';
import { makeConsoleSettings } from './console-settings.ts';

test('a folder on another disk is used at once, where it really is, and after a start', async () => {
  // The data are in memory, so that the folder on the disk is another file system's.
  const data = mkdtempSync('/dev/shm/faiwatch-');
  const disk = realpathSync(mkdtempSync('/var/tmp/faiwatch-disk-'));
  try {
    const folder = join(disk, 'copies');
    mkdirSync(folder);
    symlinkSync(folder, join(disk, 'link'));
    const monitor = makeTestMonitor();
    const config = loadConfig({ data }, {});
    const keeper = makeBackupKeeper(monitor, openBackupShelf(data), config);
    const settings = makeConsoleSettings(config, keeper);
    const targets = () => keeper.standing(monitor.clock()).targets;
    expect(targets()).toEqual([]);

    await settings.save('backup_directory', join(disk, 'link'));
    expect(targets()).toMatchObject([{ kind: 'directory', where: folder }]);
    expect(settings.stateOf('backup_directory')).toEqual({
      value: folder,
      next: folder,
      isGiven: true,
      isConfigured: false,
    });
    expect(readdirSync(folder)).toEqual([]);
    const next = loadConfig({ data }, {});
    expect(openBackupTargets(next)).toMatchObject([{ where: folder }]);

    await settings.save('backup_directory', null);
    expect(targets()).toEqual([]);
    expect(loadConfig({ data }, {}).backup_directory).toBeUndefined();
  } finally {
    rmSync(data, { recursive: true });
    rmSync(disk, { recursive: true });
  }
});

test('while operators log in through a provider, the public address is the configuration’s', async () => {
  const data = mkdtempSync(join(tmpdir(), 'faiwatch-'));
  try {
    keepConsoleSetting(data, 'public_url', 'https://power.example');
    const config = loadConfig(
      { data },
      {
        FAIWATCH_OIDC_ISSUER: 'https://id.example',
        FAIWATCH_OIDC_CLIENT_ID: 'faiwatch',
      },
    );
    const keeper = makeBackupKeeper(makeTestMonitor(), openBackupShelf(data), config);
    const settings = makeConsoleSettings(config, keeper);
    await expect(settings.save('public_url', 'https://other.example')).rejects.toThrow(
      'configuration',
    );
  } finally {
    rmSync(data, { recursive: true });
  }
});
