import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { asciiLicences } from './ascii-licences.ts';
import { repositoryDir } from './paths.ts';

test('the bundle of the server is ASCII, so that a letter of it takes one byte', async () => {
  const { outputs } = await Bun.build({
    entrypoints: [join(repositoryDir, 'src/cli/main.ts')],
    target: 'bun',
    minify: true,
    plugins: [asciiLicences],
  });
  const bundle = (await outputs[0]?.text()) ?? '';
  expect(bundle).toContain('otpauth');
  expect(bundle.match(/.{0,60}[\u0080-\uffff].{0,20}/g) ?? []).toEqual([]);
}, 60_000);
