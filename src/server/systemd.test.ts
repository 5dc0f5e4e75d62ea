import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openDatagramReceiver } from '../../tests/support/datagram-receiver.ts';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { openDatagramSender } from './datagram.ts';
import { connectSystemd, isRestartedBySystemd } from './systemd.ts';

describe('systemd', () => {
  test('is told over its socket that the service is ready and that its loop turns', () => {
    const path = join(tempDir('faiwatch-notify'), 'notify');
    const receiver = openDatagramReceiver(path);
    const systemd = connectSystemd({ NOTIFY_SOCKET: path, WATCHDOG_USEC: '60000000' });
    systemd?.ready();
    systemd?.watchdog?.run();
    systemd?.watchdog?.run();
    expect(receiver.take()).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1']);
    expect(systemd?.watchdog?.everyMs).toBe(20_000);
    receiver.close();
  });

  test('may have its socket in the abstract space', () => {
    const path = `@faiwatch-test-${process.pid}`;
    const receiver = openDatagramReceiver(path);
    connectSystemd({ NOTIFY_SOCKET: path })?.ready();
    expect(receiver.take()).toEqual(['READY=1']);
    receiver.close();
  });

  test.each([
    [{}],
    [{ NOTIFY_SOCKET: '' }],
    // An address family that is not supported.
    [{ NOTIFY_SOCKET: 'vsock:2:1234' }],
  ])('that does not want to be told is not: %p', (env) => {
    expect(connectSystemd(env)).toBeNull();
  });

  test.each([
    [{}, null],
    [{ WATCHDOG_USEC: '0' }, null],
    [{ WATCHDOG_USEC: 'soon' }, null],
    // For another process of the unit.
    [{ WATCHDOG_USEC: '3000000', WATCHDOG_PID: '1' }, null],
    [{ WATCHDOG_USEC: '3000000', WATCHDOG_PID: String(process.pid) }, 1000],
    [{ WATCHDOG_USEC: '30000' }, 100],
  ])('asks with %p for a sign of life every %p ms', (env, everyMs) => {
    const systemd = connectSystemd({ NOTIFY_SOCKET: '/x', ...env }, () => () => true);
    expect(systemd?.watchdog?.everyMs ?? null).toBe(everyMs);
  });
});

test('a message that systemd does not take is no failure', () => {
  expect(openDatagramSender('/nowhere/socket')?.('READY=1')).toBe(false);
  expect(openDatagramSender(`/${'x'.repeat(200)}`)).toBeNull();
});

test.each([
  ['it says so of this process', `Restart=always\nMainPID=${process.pid}\n`, true],
  [
    'the unit is restarted after failures only',
    `Restart=on-failure\nMainPID=${process.pid}\n`,
    false,
  ],
  [
    'it started the process of a node, which started this one',
    'Restart=always\nMainPID=1\n',
    false,
  ],
  ['it does not answer', '', false],
])('starts this process again where %s', async (_, told, isCertain) => {
  expect(await isRestartedBySystemd({ NOTIFY_SOCKET: '/x' }, async () => told)).toBe(isCertain);
  expect(await isRestartedBySystemd({}, async () => told)).toBe(false);
});
