import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { readCommandBlocks } from './command-blocks.ts';

test('the commands of the first section are found, and no others', () => {
  const document =
    '# T\n\n## A\n\n```sh\none\ntwo\n```\n\n```toml\nx = 1\n```\n\n```sh\nthree\n```\n\n## B\n\n```sh\nfour\n```\n';
  expect(readCommandBlocks(document)).toEqual(['one\ntwo\n', 'three\n']);
  expect(() => readCommandBlocks('# T\n\n## A\n\ntext\n')).toThrow('no commands');
});

test.skipIf(Bun.which('shellcheck') === null)(
  'shellcheck finds nothing in what docs/operating.md has a newcomer type',
  () => {
    const text = readFileSync(join(repositoryDir, 'docs/operating.md'), 'utf8');
    const script = readCommandBlocks(text).join('');
    const { exitCode, stdout } = Bun.spawnSync(['shellcheck', '--shell=sh', '-'], {
      stdin: Buffer.from(script),
    });
    expect(stdout.toString()).toBe('');
    expect(exitCode).toBe(0);
  },
);
