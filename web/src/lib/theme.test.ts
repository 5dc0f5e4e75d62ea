import { expect, test } from 'bun:test';
import { chooseInitialTheme } from './theme.ts';

test.each([
  // saved, path, system prefers dark → theme
  [null, '/', false, 'dark'],
  [null, '/customer', false, 'dark'],
  [null, '/administrators', false, 'dark'],
  [null, '/admin', false, 'light'],
  [null, '/admin/login', true, 'dark'],
  ['light', '/', true, 'light'],
  ['dark', '/admin', false, 'dark'],
  ['purple', '/', false, 'dark'],
] as const)('saved %p at %s with a dark system %p starts %s', (saved, path, dark, theme) => {
  expect(chooseInitialTheme(saved, path, dark)).toBe(theme);
});
