import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConfiguration } from './config-document.ts';
import { repositoryDir } from './paths.ts';

test('docs/configuration.md is what scripts/make-configuration-doc.ts would write', () => {
  const path = join(repositoryDir, 'docs', 'configuration.md');
  expect(readFileSync(path, 'utf8') === describeConfiguration(), 'run it again').toBe(true);
});
