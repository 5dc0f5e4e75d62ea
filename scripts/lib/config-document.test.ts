import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConfiguration } from './config-document.ts';
import { repositoryDir } from './paths.ts';

test('every default is written as somebody would type it', () => {
  expect(describeConfiguration()).not.toContain('[object');
});

test('each of the ten that matter is described below them', () => {
  const document = describeConfiguration();
  const [, section = ''] = document.split(/^## /m);
  const names = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
  expect(names).toHaveLength(10);
  for (const name of names) expect(document).toContain(`| \`${name}\` | \`FAIWATCH_`);
});

test('docs/configuration.md is what scripts/make-configuration-doc.ts would write', () => {
  const path = join(repositoryDir, 'docs', 'configuration.md');
  expect(readFileSync(path, 'utf8') === describeConfiguration(), 'run it again').toBe(true);
});
