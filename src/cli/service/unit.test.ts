import { expect, test } from 'bun:test';
import { makeUnit, type UnitOptions } from './unit.ts';

const make = (changes: Partial<UnitOptions> = {}) =>
  makeUnit({
    binary: '/usr/local/bin/faiwatch',
    dataDir: '/var/lib/faiwatch',
    user: 'faiwatch',
    writable: [],
    isLowPort: false,
    ...changes,
  }).split('\n');

test('the service is watched, and may do little', () => {
  const unit = make();
  for (const line of [
    'Type=notify',
    'ExecStart=/usr/local/bin/faiwatch serve --data /var/lib/faiwatch',
    'User=faiwatch',
    'StateDirectory=faiwatch',
    'StateDirectoryMode=0700',
    'WatchdogSec=60',
    'Restart=always',
    'StartLimitIntervalSec=0',
    'LimitNOFILE=65536',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
  ]) {
    expect(unit).toContain(line);
  }
  expect(unit.filter((line) => line.startsWith('ReadWritePaths'))).toEqual([]);
});

test('a port below 1024 needs a right of its own, and nothing else does', () => {
  const unit = make({ isLowPort: true });
  expect(unit).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
  expect(unit).toContain('CapabilityBoundingSet=CAP_NET_BIND_SERVICE');
});

test('a data directory elsewhere, and a folder for backups, may be written', () => {
  const unit = make({ dataDir: '/srv/my data/100%', writable: ['/mnt/usb'] });
  expect(unit).toContain('ReadWritePaths=-"/srv/my data/100%%"');
  expect(unit).toContain('ReadWritePaths=-/mnt/usb');
  expect(unit).toContain('ExecStart=/usr/local/bin/faiwatch serve --data "/srv/my data/100%%"');
  expect(unit.some((line) => line.startsWith('StateDirectory'))).toBe(false);
});
