/** The executable for the Raspberry Pi, on an emulated Cortex-A53. */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from '../../scripts/bench/lib/child-lines.ts';
import { withoutOurVariables } from '../../scripts/bench/lib/server.ts';
import { runProgram } from '../e2e/harness.ts';

const build = join(import.meta.dir, '..', '..', 'scripts', 'build.ts');
const emulator = ['qemu-aarch64-static', '-cpu', 'cortex-a53', '-L', '/usr/aarch64-linux-gnu'];

test('the arm64 build starts on a Cortex-A53, answers /healthz and stops when told', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'faiwatch-arm64-'));
  try {
    const binary = join(dir, 'faiwatch');
    const built = await runProgram([
      ...[process.execPath, build, '--target', 'bun-linux-arm64', '--outfile', binary],
      '--skip-web',
    ]);
    expect(built).toMatchObject({ code: 0 });
    const server = Bun.spawn(
      [...emulator, binary, 'serve', '--host', '127.0.0.1', '--port', '0', '--mqtt-port', '0'],
      {
        cwd: dir,
        env: withoutOurVariables(process.env),
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
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    } finally {
      server.kill('SIGKILL');
      await server.exited;
    }
  } finally {
    await rm(dir, { recursive: true });
  }
}, 240_000);
