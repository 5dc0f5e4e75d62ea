import { expect, test } from 'bun:test';
import i18next from 'i18next';
import en from '../locales/en.json';
import th from '../locales/th.json';
import { addTexts, changeLanguage, translation } from './i18n.ts';
import { languages } from './language.ts';

await addTexts({ th: () => th, en: () => en });
const oracle = i18next.createInstance();
await oracle.init({
  lng: 'th',
  fallbackLng: 'th',
  resources: { th: { translation: th }, en: { translation: en } },
  interpolation: { escapeValue: false },
});

/** Each text by its whole name, without the ending of its form. */
function listKeys(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [prefix + name.replace(/_(one|other)$/, '')]
      : listKeys(value, `${prefix}${name}.`),
  );
}

test.each([...languages])('says every text as i18next says it: %s', async (language) => {
  await changeLanguage(language);
  const theirs: unknown = oracle.getFixedT(language);
  const ours: unknown = translation().t;
  if (typeof theirs !== 'function' || typeof ours !== 'function') throw new Error('no words');
  const named = JSON.stringify([th, en]).matchAll(/\{\{(\w+)\}\}/g);
  const values = Object.fromEntries(
    [...named].map(([, name = '']) => [name, `<${name}> & $1 {{x}}`]),
  );
  const keys = [...new Set(listKeys(en))];
  expect(keys.length).toBeGreaterThan(1_000);
  for (const key of keys) {
    for (const count of [0, 1, 2, 1.5, 21]) {
      expect(ours(key, { ...values, count })).toBe(theirs(key, { ...values, count }));
    }
    const { count, ...others } = values;
    expect(ours(key, others)).toBe(theirs(key, others));
  }
});

test('a text that is missing in English is said in Thai, and one that is nowhere by its name', async () => {
  await changeLanguage('en');
  const only = { page: { title: 'เท่านั้น' } } as unknown as typeof th;
  await addTexts({ th: () => ({ extra: only }) as never, en: () => ({}) });
  await changeLanguage('th');
  await changeLanguage('en');
  const say: unknown = translation().t;
  if (typeof say !== 'function') throw new Error('no words');
  expect(say('extra.page.title')).toBe('เท่านั้น');
  expect(say('extra.page.nothing')).toBe('extra.page.nothing');
});
