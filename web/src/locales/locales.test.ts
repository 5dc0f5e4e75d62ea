import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { languages } from '../lib/language.ts';
import { readAllTexts } from './read-all-texts.ts';

const texts = { th: flatten(await readAllTexts('th')), en: flatten(await readAllTexts('en')) };

/** `{ a: { b: 'x' } }` → `a.b` → `x`. */
function flatten(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'object'
        ? [...flatten(value, `${prefix}${name}.`)]
        : [[`${prefix}${name}`, String(value)] as const],
    ),
  );
}

/** English counts in two forms and Thai in one; to the code both are one key. */
function withoutPlural(key: string): string {
  return key.replace(/_(one|other)$/, '');
}

function keysOf(language: keyof typeof texts): string[] {
  return [...new Set([...texts[language].keys()].map(withoutPlural))].sort();
}

async function readSources(): Promise<string> {
  const folder = `${import.meta.dir}/..`;
  const files = [...new Glob('**/*.{ts,tsx}').scanSync(folder)].filter(
    (file) => !file.includes('.test.'),
  );
  const sources = await Promise.all(files.map((file) => Bun.file(`${folder}/${file}`).text()));
  return sources.join('\n');
}

test('there are texts for every language the switcher shows', () => {
  expect(Object.keys(texts).sort()).toEqual([...languages].sort());
});

test('Thai and English have the same keys', () => {
  expect(keysOf('en')).toEqual(keysOf('th'));
});

test('a text that counts has every form that its language has', () => {
  for (const language of languages) {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    // Many say the number as people write it, and have it twice: as `count`, and as `number` in the text.
    const counting = [...texts[language]].filter(
      ([key, text]) =>
        key.endsWith('_other') || (key.endsWith('_one') && /\{\{(count|number)\}\}/.test(text)),
    );
    const missing = [...new Set(counting.map(([key]) => withoutPlural(key)))].flatMap((key) =>
      forms.map((form) => `${key}_${form}`).filter((whole) => !texts[language].has(whole)),
    );
    expect(missing, language).toEqual([]);
  }
});

/** What stands only where there are several: many sites of an account, on a place of the map, near one another. */
const onlyForSeveral = new Set([
  ...['portal.all_sites', 'portal.many.settings', 'portal.many.settings_for', 'portal.mute.all'],
  ...['map.here', 'map.cluster.mains', 'map.cluster.contact', 'map.cluster.sites'],
  ...['site_nearby.mains', 'site_nearby.silent', 'site_nearby.network', 'area_outages.lost'],
  ...['messenger.test.partly'],
]);

test('an English text with a number before its noun has a form for one', () => {
  const ofNumber = /\{\{(count|number|total|sites|chats)\}\} [a-z]+s\b/;
  // Its number is that of a phone.
  const others = new Set([...onlyForSeveral, 'portal.call.sent']);
  const missing = [...texts.en].filter(
    ([key, text]) => !/_(one|other)$/.test(key) && ofNumber.test(text) && !others.has(key),
  );
  expect(missing.map(([key]) => key)).toEqual([]);
});

test('no text is empty, and both languages fill in the same values', () => {
  const valuesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  for (const [key, thai] of texts.th) {
    expect(thai.trim(), key).not.toBe('');
    expect(texts.en.get(key)?.trim(), key).toBeTruthy();
    expect(valuesIn(texts.en.get(key) ?? '').sort(), key).toEqual(valuesIn(thai).sort());
  }
});

/** Keys are written out whole in the source, never put together, so that this can be seen. */
test('no key is unused', async () => {
  const sources = await readSources();
  expect(keysOf('th').filter((key) => !sources.includes(`'${key}'`))).toEqual([]);
});

test('pages take their words from the locale files only', async () => {
  const sources = await readSources();
  // A comment may quote what a page says.
  const code = sources.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const thaiWords = code.match(/[\u0e01-\u0e3a\u0e40-\u0e5b]+/g) ?? [];
  // The switcher names each language in itself, whatever language the page is in.
  expect(new Set(thaiWords)).toEqual(new Set(['ไทย', 'ภาษาไทย']));
});
