import { expect, test } from 'bun:test';
import { checkNewPassword, generatePassword } from './password.ts';

test.each([
  ['abcde', 'must be at least 6 characters'],
  ['abcdef', 'must be at least 10 characters'],
  ['abcdefghi', 'must be at least 10 characters'],
  ['x'.repeat(129), 'must be at most 128 characters'],
  ['1q2w3e4r5t', 'is too common'],
  ['QwertyUiop', 'is too common'],
  ['aaaaaaaaaaaaaaaa', 'is too common'],
  ['password123456', 'is too common'],
  ['P@ssw0rd-1234', 'is too common'],
  ['2026-Welcome!', 'is too common'],
  ['Somchai-2026', 'must not contain the username'],
])('%s %s', (password, finding) => {
  expect(() => checkNewPassword(password, 'somchai')).toThrow(finding);
});

test.each(['correct horse battery', 'ร้านกาแฟริมน้ำ ๒๕๖๙', 'hV7kq9WmZt'])('%s will do', (password) => {
  expect(() => checkNewPassword(password, 'somchai')).not.toThrow();
});

test('a random password is long enough and valid', () => {
  const password = generatePassword((count) => crypto.getRandomValues(new Uint8Array(count)));
  expect(password.length).toBeGreaterThanOrEqual(16);
  expect(() => checkNewPassword(password, 'admin')).not.toThrow();
});
