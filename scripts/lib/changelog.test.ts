import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { isNewer } from '../../src/cli/update/compare-versions.ts';
import { findSection } from './changelog.ts';
import { repositoryDir } from './paths.ts';

const changelog = `# Changelog

For people.

## Unreleased

- soon

## 1.2.0 - 2026-11-21

- a thing
- another

## 1.1.0

- the first
`;

test('finds what the changelog says of a version, with or without a date', () => {
  expect(findSection(changelog, '1.2.0')).toBe('- a thing\n- another\n');
  expect(findSection(changelog, '1.1.0')).toBe('- the first\n');
  expect(findSection(changelog, '1.3.0-dev')).toBe('- soon\n');
});

test('refuses a version the changelog does not speak of', () => {
  expect(() => findSection(changelog, '1.2')).toThrow('says nothing of 1.2');
  expect(() => findSection('## 2.0.0\n\n## 1.0.0\n\n- x\n', '2.0.0')).toThrow('nothing of 2.0.0');
});

test('what is not released calls itself neither what was released nor what will be', () => {
  const own = readFileSync(join(repositoryDir, 'CHANGELOG.md'), 'utf8');
  const [newest = '', before = ''] = [...own.matchAll(/^## (\S+)/gm)].map(([, name]) => name);
  if (newest !== 'Unreleased') {
    expect(version).toBe(newest);
    return;
  }
  expect(version).toEndWith('-dev');
  expect(isNewer(version, before)).toBe(true);
});
