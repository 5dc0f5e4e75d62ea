import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faiwatch-server-test-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** An executable in place of the real one. */
async function makeProgram(script: string): Promise<string> {
  const path = join(directory, 'program');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

test('finds the ready line among others and stops the server with SIGTERM', async () => {
  const binary = await makeProgram(`
    trap 'exit 0' TERM
    mkdir -p "$3"; echo "$*" > "$3/args"; echo "$COLOUR" >> "$3/args"
    echo welcome
    echo '{"ready":true,"http":8123,"mqtt":1999,"version":"9.9.9"}'
    while :; do sleep 0.05; done`);
  const server = await startServer({
    binary,
    args: ['--mqtt-port', 'off'],
    env: { COLOUR: 'red' },
  });
  expect(server).toMatchObject({ http: 8123, mqtt: 1999, version: '9.9.9' });
  expect(await Bun.file(join(server.dataDir, 'args')).text()).toBe(
    `serve --data ${server.dataDir} --host 127.0.0.1 --port 0 --mqtt-port 0 --mqtt-port off\nred\n`,
  );
  expect(await server.stop()).toBe(0);
  expect(existsSync(server.dataDir)).toBe(false);
});

test('a server that ends instead is an error with what it said', async () => {
  const binary = await makeProgram('echo "the port is taken" >&2; exit 3');
  await expect(startServer({ binary })).rejects.toThrow(/ended with 3.*\nthe port is taken/);
});

test('a server that stays silent is given up and killed', async () => {
  const binary = await makeProgram(`echo $$ > "${directory}/pid"; exec sleep 60`);
  await expect(startServer({ binary, readyTimeoutMs: 300 })).rejects.toThrow('did not get ready');
  const pid = Number(await Bun.file(join(directory, 'pid')).text());
  expect(() => process.kill(pid, 0)).toThrow();
});
