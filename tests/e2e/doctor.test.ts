/** `faiwatch doctor` in the hands of an operator. */
import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { installBinary } from './harness.ts';

const findingsSchema = z.array(
  z.object({
    check: z.string(),
    state: z.enum(['ok', 'warning', 'wrong']),
    text: z.string(),
    mend: z.string().nullable(),
  }),
);

test.concurrent('with a server and a bot that are well, nothing is wrong', async () => {
  await using home = await installBinary();
  const telegram = await home.startTelegram({ chats: 'any' });
  await home.createKeys(1);
  // Ports, address and token are in flags and environment of the server alone.
  const server = await home.serve({ telegram, args: ['--mqtt-port', 'off'] });
  const { code, stdout } = await home.run('doctor', '--json');
  const findings = findingsSchema.parse(JSON.parse(stdout));
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  expect(code).toBe(0);
  const checks = new Set(findings.map(({ check }) => check));
  expect([...checks]).toEqual([
    'data directory',
    'free disk',
    'database',
    'server',
    'ports',
    'clock',
    'internet',
    'messenger',
    'two pollers',
    'broker',
    'metrics',
    'connections',
    'boards',
    'refusals',
    'backups',
    'dead man’s switch',
    'card wear',
  ]);
  const texts = findings.map(({ text }) => text);
  expect(texts).toContain(`HTTP on port ${server.http} is served by FaiWatch, and ready.`);
  expect(texts).toContain(`Telegram knows the bot @${telegram.bot.username}.`);
  expect((await home.run('health')).stdout).toBe('ready\n');
  const { mode } = statSync(join(home.data.dir, 'serve.sock'));
  expect(mode & 0o777).toBe(0o600);
  // The check has left nothing behind.
  expect(home.data.readNumber("SELECT count(*) FROM audit_log WHERE actor LIKE 'admin:%'")).toBe(0);
}, 60_000);

test.concurrent('each problem is one line with the way to mend it, and the exit code is 1', async () => {
  await using home = await installBinary();
  await home.createKeys(1);
  const { code, stdout, stderr } = await home.run('doctor');
  expect(code).toBe(1);
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  expect(lines.every((line) => /^(ok|warning|wrong) +[a-z ’]+: .+/.test(line))).toBe(true);
  const wrong = lines.filter((line) => line.startsWith('wrong'));
  expect(wrong.length).toBeGreaterThan(0);
  expect(wrong.every((line) => line.includes(' → '))).toBe(true);
  expect(wrong.join('\n')).toContain('No channel is set up');
}, 60_000);
