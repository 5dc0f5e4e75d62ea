/** The executable for the Raspberry Pi, on an emulated Cortex-A53. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from '../../scripts/bench/lib/child-lines.ts';
import { seedFleet } from '../../scripts/bench/lib/seed.ts';
import { withoutOurVariables } from '../../scripts/bench/lib/server.ts';
import { generateActivationKey } from '../../src/domain/keys/activation-key.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { Data } from '../e2e/data.ts';
import { runProgram } from '../e2e/harness.ts';
import { startFakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { migratedDatabase } from '../support/monitor.ts';

const build = join(import.meta.dir, '..', '..', 'scripts', 'build.ts');
const emulator = ['qemu-aarch64-static', '-cpu', 'cortex-a53', '-L', '/usr/aarch64-linux-gnu'];

const chatId = 6_000_000;

test('the arm64 build starts on a Cortex-A53, draws a report and a week, and stops when told', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'faiwatch-arm64-'));
  const telegram = await startFakeTelegram({ chats: 'any' });
  try {
    const binary = join(dir, 'faiwatch');
    const built = await runProgram([
      ...[process.execPath, build, '--target', 'bun-linux-arm64', '--outfile', binary],
      '--skip-web',
    ]);
    expect(built).toMatchObject({ code: 0 });
    const owner = {
      phone: '',
      activationKey: generateActivationKey((count) => new Uint8Array(count)),
    };
    const data = new Data(join(dir, 'data'));
    mkdirSync(data.dir);
    writeFileSync(databasePath(data.dir), migratedDatabase());
    seedFleet(data.dir, { devices: 1, firstChatId: chatId, thresholdSeconds: 5, now: Date.now() });
    data.write('UPDATE activation_keys SET key_code = ?', owner.activationKey);
    owner.phone = data.read<{ phone: string }>('SELECT phone FROM customers')[0]?.phone ?? '';
    const server = Bun.spawn(
      [
        ...[...emulator, binary, 'serve', '--data', data.dir],
        ...['--host', '127.0.0.1', '--port', '0', '--mqtt-port', '0'],
      ],
      {
        cwd: dir,
        env: {
          ...withoutOurVariables(process.env),
          FAIWATCH_EXTRAS: 'all',
          FAIWATCH_TELEGRAM_TOKEN: telegram.token,
          FAIWATCH_TELEGRAM_API_ROOT: telegram.apiRoot,
          FAIWATCH_UPLINK_TARGETS: telegram.apiRoot,
        },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      },
    );
    const stderr = new Response(server.stderr).text();
    try {
      const { value } = await readLines(server.stdout).next();
      if (value === undefined) throw new Error(`It ended without a word: ${await stderr}`);
      const { http } = z.object({ ready: z.literal(true), http: z.int() }).parse(JSON.parse(value));
      const answer = await fetch(`http://127.0.0.1:${http}/healthz`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ ok: true });
      const url = `http://127.0.0.1:${http}`;
      const logIn = await fetch(`${url}/api/auth/customer-login`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify(owner),
      });
      const { token } = z.object({ token: z.string() }).parse(await logIn.json());
      const headers = { authorization: `Bearer ${token}` };
      const report = await fetch(`${url}/api/customer/power-outages/report.pdf?language=th`, {
        headers,
      });
      expect(report.status).toBe(200);
      expect(new TextDecoder('latin1').decode((await report.bytes()).subarray(0, 5))).toBe('%PDF-');
      telegram.userSends(chatId, '/week');
      const { file } = await telegram.expectMessage({ chatId }, 120_000);
      expect(new DataView((await file?.arrayBuffer()) ?? new ArrayBuffer(4)).getUint32(0)).toBe(
        0x89504e47,
      );
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    } finally {
      server.kill('SIGKILL');
      await server.exited;
    }
  } finally {
    await telegram.stop();
    await rm(dir, { recursive: true });
  }
}, 240_000);
