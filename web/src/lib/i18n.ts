import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import type th from '../locales/th.json';
import { setDefaultTitle } from './document-title.ts';
import { chooseLanguage, type Language } from './language.ts';
import { sayText } from './say-text.ts';
import { readStored, writeStored } from './storage.ts';

type CoreTexts = typeof th;

/** All texts: those of the core, and those that each module adds to this interface. */
export interface AllTexts extends CoreTexts {}

// The library's types check the keys and values of every text; none of its code comes with a page.
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: AllTexts };
  }
}

/** All texts of a page, or those it uses: the front page comes without those of the others. */
type Texts = Partial<AllTexts>;

/** The texts of a page in each language: those that come with it, and those it loads. */
type TextSource = Readonly<Record<Language, () => Texts | Promise<Texts>>>;

interface Shown {
  readonly language: Language;
  readonly t: TFunction;
}

const sources = new Set<TextSource>();
const loaded: Readonly<Record<Language, Map<TextSource, Texts>>> = {
  th: new Map(),
  en: new Map(),
};
const listeners = new Set<() => void>();
let shown = speak('th');

function speak(language: Language): Shown {
  const find = (key: string) => findText(language, key);
  // Thai is better than the name of a text.
  const findAny = (key: string) => find(key) ?? findText('th', key);
  const t = (key: string, values: Readonly<Record<string, unknown>> = {}) =>
    sayText(findAny, language, key, values) ?? key;
  return { language, t: t as TFunction };
}

function findText(language: Language, key: string): string | undefined {
  const path = key.split('.');
  for (const texts of loaded[language].values()) {
    let found: unknown = texts;
    for (const name of path) {
      found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
    }
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/** The words of the language that is shown now; the component renders again when it changes. */
export function useTranslation(): Shown {
  return useSyncExternalStore(listen, translation, translation);
}

/** The same outside of components. */
export function translation(): Shown {
  return shown;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function loadTexts(language: Language): Promise<void> {
  await Promise.all(
    [...sources].map(async (source) => {
      loaded[language].set(source, await source[language]());
    }),
  );
}

/** Texts that come with a page of its own, after the others. */
export async function addTexts(source: TextSource): Promise<void> {
  sources.add(source);
  // Thai is better than no page.
  await loadTexts(shown.language).catch(() => loadTexts('th'));
}

/** Has all components say their words in this language, once its texts are there. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  shown = speak(language);
  for (const listener of listeners) listener();
}

/** Makes the texts of the visitor's language ready. Await it before rendering. */
export async function startI18n(source: TextSource): Promise<void> {
  sources.add(source);
  const language = chooseLanguage(readStored('language'));
  // Thai is better than no page.
  await setShownLanguage(language).catch(() => setShownLanguage('th'));
}

async function setShownLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  const { documentElement } = document;
  // Writing an unchanged value would make the browser recompute all styles.
  if (documentElement.lang !== language) documentElement.lang = language;
  setDefaultTitle(shown.t('page.title'));
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute('content', shown.t('page.description'));
}

/** Changes the language of the open page without a reload, and saves the choice. */
export async function setLanguage(language: Language): Promise<void> {
  await setShownLanguage(language);
  writeStored('language', language);
}
