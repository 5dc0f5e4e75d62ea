import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { repositoryDir } from './lib/paths.ts';

const workflowSchema = z.looseObject({
  jobs: z.looseObject({
    build: z.looseObject({
      steps: z.array(z.looseObject({ name: z.string().optional(), run: z.string().optional() })),
    }),
  }),
});

/** What a step of the job that builds runs. */
function commandsOf(step: string): string {
  const text = readFileSync(join(repositoryDir, '.github/workflows/firmware.yml'), 'utf8');
  const { steps } = workflowSchema.parse(Bun.YAML.parse(text)).jobs.build;
  const run = steps.find(({ name }) => name === step)?.run;
  if (run === undefined) throw new Error(`The workflow has no step ${step}`);
  return run;
}

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'firmware-workflow-'));
  mkdirSync(join(dir, 'firmware'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function lookForReleaseKey(ref: string): { readonly code: number; readonly said: string } {
  const { exitCode, stdout } = Bun.spawnSync(['bash', '-e', '-c', commandsOf('Release key')], {
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '', GITHUB_REF: ref },
  });
  return { code: exitCode, said: stdout.toString() };
}

test('without a release key the workflow builds for a look, and makes no release', () => {
  const look = lookForReleaseKey('refs/heads/main');
  expect(look.code).toBe(0);
  expect(look.said).toStartWith('::notice::');
  const release = lookForReleaseKey('refs/tags/firmware-v1.2.0');
  expect(release.code).toBe(1);
  expect(release.said).toStartWith('::error::');
});

test('with a release key it does both, silently', () => {
  writeFileSync(join(dir, 'firmware', 'release-key.pub.pem'), 'PEM');
  for (const ref of ['refs/heads/main', 'refs/tags/firmware-v1.2.0']) {
    expect(lookForReleaseKey(ref)).toEqual({ code: 0, said: '' });
  }
});
