import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { repositoryDir } from './lib/paths.ts';

const jobSchema = z.looseObject({
  steps: z.array(z.looseObject({ name: z.string().optional(), run: z.string().optional() })),
});
const workflowSchema = z.looseObject({
  jobs: z.looseObject({
    build: jobSchema.extend({
      strategy: z.object({
        matrix: z.object({
          include: z.array(
            z.strictObject({ board: z.string(), target: z.string(), defaults: z.string() }),
          ),
        }),
        'fail-fast': z.literal(false),
      }),
    }),
    secure: jobSchema.extend({
      strategy: z.object({
        matrix: z.object({
          include: z.array(z.strictObject({ board: z.string(), target: z.string() })),
        }),
        'fail-fast': z.literal(false),
      }),
    }),
    release: jobSchema,
  }),
});
const { jobs } = workflowSchema.parse(
  Bun.YAML.parse(readFileSync(join(repositoryDir, '.github/workflows/firmware.yml'), 'utf8')),
);

/** What a step runs. */
function commandsOf(step: string, { steps }: z.output<typeof jobSchema> = jobs.build): string {
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

/** A program that writes down how it was called, then does something. */
function stub(name: string, does = ''): void {
  const path = join(dir, 'bin', name);
  mkdirSync(join(dir, 'bin'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "$*" >>"${dir}/called"\n${does}\n`, { mode: 0o755 });
}

function runWithStubs(step: string, env: Record<string, string>, cwd = dir) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-e', '-o', 'pipefail', '-c', step], {
    cwd,
    env: { PATH: `${dir}/bin:${process.env['PATH']}`, ...env },
  });
  const called = join(dir, 'called');
  return {
    code: exitCode,
    said: `${stdout}${stderr}`,
    called: existsSync(called) ? readFileSync(called, 'utf8').trim() : '',
  };
}

/** Builds a board with the vendor's tools played, which link an image of so much memory. */
function build(board: string, ref: string, bssBytes: number) {
  const one = jobs.build.strategy.matrix.include.find((entry) => entry.board === board);
  if (one === undefined) throw new Error(`The workflow does not build ${board}`);
  const firmware = join(dir, 'firmware');
  for (const file of ['check-map.sh', 'memory-budget.txt']) {
    cpSync(join(repositoryDir, 'firmware', file), join(firmware, file));
  }
  writeFileSync(join(dir, 'export.sh'), `export PATH="${dir}/bin:$PATH"\n`);
  const map = [
    '.iram0.text     0x40024404     0x1000',
    '.dram0.data     0x3ffc3b00     0x1000',
    `.dram0.bss      0x3ffc7510     0x${bssBytes.toString(16)}`,
  ].join('\\n');
  stub(
    'idf.py',
    `mkdir -p "$2"; printf '${map}\\n' >"$2/faiwatch.map"; echo "v$FAIWATCH_VERSION" >>"${dir}/called"`,
  );
  const env = { IDF_PATH: dir, GITHUB_REF: ref, GITHUB_REF_NAME: ref.split('/').at(-1) ?? '' };
  return runWithStubs(
    commandsOf('Build').replace(/\$\{\{ matrix\.board \}\}/g, board),
    { ...env, BUILD: `build-${board}`, TARGET: one.target, DEFAULTS: one.defaults },
    firmware,
  );
}

test.each(jobs.build.strategy.matrix.include)(
  'builds $board, and holds it against its budget',
  (one) => {
    const { board, target, defaults } = one;
    const fits = build(board, 'refs/heads/main', 0x8000);
    expect(fits).toMatchObject({
      code: 0,
      called: `-B build-${board} -D SDKCONFIG=build-${board}/sdkconfig -D IDF_TARGET=${target} -D SDKCONFIG_DEFAULTS=${defaults} build\nv`,
    });
    expect(build(board, 'refs/heads/main', 0x40000).code).not.toBe(0);
    for (const file of defaults.split(';')) {
      expect(existsSync(join(repositoryDir, 'firmware', file))).toBe(true);
    }
  },
);

/** The same for the secure recipe, whose boot loader has so many bytes before it is signed. */
function buildSecure(board: string, loaderBytes: number) {
  const firmware = join(dir, 'firmware');
  for (const file of ['check-loader.sh', 'loader-sizes.txt', 'sdkconfig.secure']) {
    cpSync(join(repositoryDir, 'firmware', file), join(firmware, file));
  }
  writeFileSync(join(dir, 'export.sh'), `export PATH="${dir}/bin:$PATH"\n`);
  stub('espsecure.py');
  stub(
    'idf.py',
    `mkdir -p "$2/bootloader"; truncate -s ${loaderBytes} "$2/bootloader/bootloader-unsigned.bin"`,
  );
  return runWithStubs(
    commandsOf('Secure recipe', jobs.secure).replace(/\$\{\{ matrix\.board \}\}/g, board),
    { IDF_PATH: dir, BUILD: `build-${board}-secure`, TARGET: 'esp32' },
    firmware,
  );
}

test.each(jobs.secure.strategy.matrix.include)(
  'links the secure image of $board, and holds its boot loader against the table',
  ({ board }) => {
    const fits = buildSecure(board, 28_672);
    expect(fits.code).toBe(0);
    expect(fits.called).toStartWith('generate_signing_key --version 2 ');
    expect(fits.called).toContain(
      '-D SDKCONFIG_DEFAULTS=sdkconfig.defaults;sdkconfig.secure build',
    );
    expect(buildSecure(board, 65_537).code).not.toBe(0);
  },
);

test('nothing that the secure recipe builds is kept, its signing key least of all', () => {
  expect(jobs.secure.steps.map((step) => step['uses']).filter(Boolean)).toEqual([
    'actions/checkout@v4',
  ]);
});

test('a tag names the version that is built', () => {
  expect(build('s2-mini', 'refs/tags/firmware-v1.2.0', 0x8000).called).toEndWith('\nv1.2.0');
});

test.each([
  ['firmware-v1.2.0', '--latest=false'],
  ['firmware-v1.2.0-rc.1', '--prerelease'],
])('publishes %s with %s, and never as the latest', (tag, kind) => {
  stub('gh');
  mkdirSync(join(dir, 'dist/firmware'), { recursive: true });
  writeFileSync(join(dir, 'dist/firmware/s2-mini.zip'), '');
  const { code, called } = runWithStubs(commandsOf('Publish', jobs.release), {
    GITHUB_REF_NAME: tag,
  });
  expect(code).toBe(0);
  expect(called).toStartWith(
    `release create ${tag} --verify-tag ${kind} --title Firmware ${tag.slice(10)} `,
  );
  expect(called).toEndWith(' dist/firmware/s2-mini.zip');
});
