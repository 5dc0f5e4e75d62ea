/** install.sh as far as it goes without installing anything; tests/install/run.sh does the rest. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';

const script = join(import.meta.dir, '..', 'install.sh');

function run(...args: string[]): { code: number; stdout: string; stderr: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', script, ...args]);
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

test.skipIf(Bun.which('shellcheck') === null)('shellcheck finds nothing in install.sh', () => {
  const { exitCode, stdout } = Bun.spawnSync(['shellcheck', script]);
  expect(stdout.toString()).toBe('');
  expect(exitCode).toBe(0);
});

test('it says how it is used', () => {
  const { code, stdout } = run('--help');
  expect(code).toBe(0);
  for (const option of [
    '--from',
    '--unsigned',
    '--url',
    '--allow-older',
    '--uninstall',
    '--purge',
  ]) {
    expect(stdout).toContain(option);
  }
});

test.each([
  [['--frm', 'x']],
  [['--from']],
  [['--from', '/no/such/folder']],
  [['--from', '/bin/sh']],
  [['--unsigned']],
  [['--url', 'http://127.0.0.1/release']],
  [['--url', 'file:///opt/release']],
  [['--purge']],
  [['faiwatch']],
])('wrong usage, %p, ends with 2 and does nothing', (args) => {
  const { code, stdout, stderr } = run(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Usage:');
});
