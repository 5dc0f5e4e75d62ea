import { expect, test } from 'bun:test';
import { readCommandBlocks, readFirstEvening } from './command-blocks.ts';

test('the commands of the first section are found, and no others', () => {
  const document =
    '# T\n\n## A\n\n```sh\none\ntwo\n```\n\n```toml\nx = 1\n```\n\n```sh\nthree\n```\n\n## B\n\n```sh\nfour\n```\n';
  expect(readCommandBlocks(document)).toEqual(['one\ntwo\n', 'three\n']);
  expect(() => readCommandBlocks('# T\n\n## A\n\ntext\n')).toThrow('no commands');
});

test.skipIf(Bun.which('shellcheck') === null)(
  'shellcheck finds nothing in what a newcomer types on the first evening',
  () => {
    const script = readFirstEvening().join('');
    const { exitCode, stdout } = Bun.spawnSync(['shellcheck', '--shell=sh', '-'], {
      stdin: Buffer.from(script),
    });
    expect(stdout.toString()).toBe('');
    expect(exitCode).toBe(0);
  },
);
