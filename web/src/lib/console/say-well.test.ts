import { expect, test } from 'bun:test';
import i18next from 'i18next';
import en from '../../locales/en.json';
import { sayWell } from './say-well.ts';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

test.each([
  [{ all: 25, unknown: 0 }, 'No site is without power or contact', null, true],
  [{ all: 1, unknown: 1 }, 'Waiting for the first word of 1 board', null, false],
  [
    { all: 25, unknown: 24 },
    'No site heard so far is without power or contact',
    'Waiting for the first word of 24 boards',
    true,
  ],
])('a board that was never heard counts for nothing: %j', (counts, title, text, isWell) => {
  expect(sayWell(counts, i18n.t, 'en')).toEqual({ title, text, isWell });
});
