/** docs/device-protocol.md: its commands, and the device of docs/examples that knows nothing else. */
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutOurVariables } from '../../scripts/bench/lib/server.ts';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { findLastingPort, installBinary, runProgram } from './harness.ts';
import { waitFor } from './wait-for.ts';

const python = Bun.which('python3');
const examples = join(repositoryDir, 'docs', 'examples');
const script = join(examples, 'device.py');

test.skipIf(python === null)(
  'it enrols, reports the mains at once, and tells later what happened while nobody answered',
  async () => {
    await using home = await installBinary();
    const [key = ''] = await home.createKeys(1);
    const port = await findLastingPort();
    const serve = () => home.serve({ args: ['--port', String(port)] });
    const first = await serve();
    const mains = join(home.dir, 'mains');
    const supply = (isOn: boolean) => {
      writeFileSync(mains, isOn ? '1\n' : '0\n');
      return Date.now();
    };
    supply(true);
    const start = () => {
      const child = Bun.spawn(
        [python ?? '', script, first.url, key, '0812345678', join(home.dir, 'state'), mains],
        { env: withoutOurVariables(process.env), stdin: 'ignore', stdout: 'inherit' },
      );
      home.defer(() => child.kill('SIGKILL'));
      return child;
    };
    const device = start();
    const read = () =>
      home.data.read<{ cause: string; down_at: number; recover_at: number | null }>(
        'SELECT cause, down_at, recover_at FROM outages ORDER BY down_at',
      );
    const isOnline = () =>
      home.data.readNumber(
        "SELECT count(*) FROM devices WHERE link = 'online' AND has_mains_sense",
      );
    await waitFor('heartbeat', () => isOnline() === 1);

    const downAt = supply(false);
    const [told] = await waitFor('outage', () => read().length === 1 && read(), 3_000);
    expect(told?.cause).toBe('mains');
    expect(Math.abs((told?.down_at ?? 0) - downAt)).toBeLessThan(1_000);
    const upAt = supply(true);
    await waitFor('recovery', () => read()[0]?.recover_at, 3_000);
    expect(Math.abs((read()[0]?.recover_at ?? 0) - upAt)).toBeLessThan(1_000);

    // Nobody answers, and then the program is killed.
    await first.kill();
    const changes: number[] = [];
    for (const isOn of [false, true, false]) {
      changes.push(supply(isOn));
      await Bun.sleep(1_000);
    }
    device.kill('SIGKILL');
    await device.exited;
    start();
    await serve();
    const reports = await waitFor(
      'what was not told',
      () => {
        const all = home.data.read<{ event_type: string; occurred_at: number }>(
          "SELECT event_type, occurred_at FROM events WHERE event_type LIKE 'POWER%' AND boot_id IS NOT NULL ORDER BY id",
        );
        return all.length === 5 && all;
      },
      20_000,
    );
    const later = reports.slice(2);
    expect(later.map(({ event_type }) => event_type)).toEqual([
      'POWER_DOWN',
      'POWER_RECOVER',
      'POWER_DOWN',
    ]);
    for (const [index, { occurred_at }] of later.entries()) {
      expect(Math.abs(occurred_at - (changes[index] ?? 0))).toBeLessThan(1_000);
    }
  },
  60_000,
);

test('the shell example enrols, and reports what happened while nobody answered', async () => {
  await using home = await installBinary();
  const [key = ''] = await home.createKeys(1);
  const port = await findLastingPort();
  const serve = () => home.serve({ args: ['--port', String(port)] });
  const first = await serve();
  const mains = join(home.dir, 'mains');
  writeFileSync(mains, '1\n');
  const device = Bun.spawn(
    ['sh', join(examples, 'device.sh'), first.url, key, '0812345678', home.dir, mains],
    { env: withoutOurVariables(process.env), stdin: 'ignore', stdout: 'inherit', stderr: 'ignore' },
  );
  home.defer(() => device.kill('SIGKILL'));
  const isOnline = () =>
    home.data.readNumber(
      "SELECT count(*) FROM devices WHERE link = 'online' AND has_mains_sense AND device_type = 'other'",
    );
  await waitFor('heartbeat', () => isOnline() === 1);
  await first.kill();
  writeFileSync(mains, '0\n');
  const downAt = Date.now();
  await Bun.sleep(3_000);
  await serve();
  const [outage] = await waitFor('outage', () => {
    const all = home.data.read<{ cause: string; down_at: number }>(
      'SELECT cause, down_at FROM outages',
    );
    return all.length === 1 && all;
  });
  expect(outage?.cause).toBe('mains');
  // The program looks once a second.
  expect(Math.abs((outage?.down_at ?? 0) - downAt)).toBeLessThan(2_000);
}, 60_000);

test('the commands of the page report an outage', async () => {
  const page = readFileSync(join(repositoryDir, 'docs', 'device-protocol.md'), 'utf8');
  const commands = /```sh\n(say\(\).*?)```/s.exec(page)?.[1] ?? '';
  await using home = await installBinary();
  const [key = ''] = await home.createKeys(1);
  const server = await home.serve();
  const said = commands
    .replace('http://192.168.1.10:8080', server.url)
    .replace(/"activation_key":"[^"]*"/, `"activation_key":"${key}"`);
  const { code, stdout } = await runProgram(['sh', '-euc', said]);
  expect(stdout).toContain('"accepted":[2]');
  expect(code).toBe(0);
  expect(home.data.read('SELECT cause FROM outages')).toEqual([{ cause: 'mains' }]);
});

test.skipIf(python === null)('it says why it is not let in', async () => {
  await using home = await installBinary();
  await home.createKeys(1);
  const server = await home.serve();
  const { stdout, exitCode } = Bun.spawnSync([
    ...[python ?? '', script, server.url, 'AAAAA-BBBBB-CCCCC-DDDDD', '0812345678'],
    join(home.dir, 'state'),
  ]);
  expect(stdout.toString()).toMatch(/"code":"(VALIDATION|KEY_NOT_FOUND)"/);
  expect(exitCode).toBe(1);
});
