import { expect, test } from 'bun:test';
import { chooseLanguage } from './language.ts';

test('Thai unless English was chosen', () => {
  expect(chooseLanguage(null)).toBe('th');
  expect(chooseLanguage('en')).toBe('en');
  expect(chooseLanguage('th')).toBe('th');
  expect(chooseLanguage('de')).toBe('th');
});
