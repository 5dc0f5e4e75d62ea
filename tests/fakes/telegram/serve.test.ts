import { afterEach, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLines } from '../../../scripts/bench/lib/child-lines.ts';

let directory: string;

afterEach(() => rm(directory, { recursive: true, force: true }));

test('as a process of its own it logs what it takes and sums up when it is stopped', async () => {
  directory = await mkdtemp(join(tmpdir(), 'fake-telegram-'));
  const log = join(directory, 'sent.jsonl');
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'serve.ts'), '--log', log], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = readLines(child.stdout);
  const ready = JSON.parse((await lines.next()).value ?? '{}') as {
    apiRoot: string;
    token: string;
  };
  const response = await fetch(
    `${ready.apiRoot}/bot${ready.token}/sendMessage?chat_id=5&text=hello`,
  );
  expect(response.status).toBe(200);
  expect(JSON.parse(await Bun.file(log).text())).toMatchObject({ chatId: 5, text: 'hello' });
  child.kill('SIGTERM');
  expect(JSON.parse((await lines.next()).value ?? '{}')).toEqual({
    sent: 1,
    limitViolations: 0,
    calls: { sendMessage: 1 },
  });
  expect(await child.exited).toBe(0);
});
