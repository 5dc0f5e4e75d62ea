/**
 * docs/cluster.md as a newcomer follows it: the commands of its first section, on three network namespaces, from
 * nothing to a survived kill. That takes a minute and root, so only `npm run test:cluster` does it.
 */
import { afterAll, expect, test } from 'bun:test';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findTestedBinary } from '../e2e/harness.ts';
import { readCommandBlocks } from '../install/command-blocks.ts';
import { tempDir } from '../support/temp-dir.ts';

const guide = readFileSync(join(import.meta.dir, '../../docs/cluster.md'), 'utf8');
const blocks = readCommandBlocks(guide);
const isWanted = process.getuid?.() === 0 && process.env['CLUSTER_FAULTS'] !== undefined;
const limitMs = 300_000;

async function run(script: string, path: string) {
  const child = Bun.spawn(['bash', '-euc', script], {
    env: { PATH: `${path}:${process.env['PATH']}:/usr/sbin:/sbin`, HOME: tempDir('guide-home') },
    ...{ stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  });
  const [out, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, complaint, code };
}

afterAll(async () => {
  if (!isWanted) return;
  // What a failed run has left.
  await run(`set +e; ${blocks.at(-1)} true`, '/bin');
});

test('the commands are a script that a shell can read', async () => {
  const child = Bun.spawn(['bash', '-n'], { stdin: new Blob([blocks.join('\n')]), stderr: 'pipe' });
  expect(await new Response(child.stderr).text()).toBe('');
  expect(await child.exited).toBe(0);
});

test.skipIf(!isWanted)(
  'a key made before the leader was killed is there after it',
  async () => {
    const path = tempDir('guide-bin');
    symlinkSync(findTestedBinary(), join(path, 'faiwatch'));
    const { out, complaint, code } = await run(blocks.join('\n'), path);
    expect({ code, complaint: code === 0 ? '' : complaint }).toEqual({ code: 0, complaint: '' });
    const leaders = [...out.matchAll(/^Cluster faiwatch: (pi\d) leads/gm)].map(([, name]) => name);
    expect(new Set(leaders).size).toBe(2);
    const [key = 'none'] = /^\w{5}(-\w{5}){3}$/m.exec(out) ?? [];
    expect(out.split(key)).toHaveLength(3);
  },
  limitMs,
);
