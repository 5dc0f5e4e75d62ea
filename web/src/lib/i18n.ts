import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type th from '../locales/th.json';
import { setDefaultTitle } from './document-title.ts';
import { chooseLanguage, type Language } from './language.ts';
import { readStored, writeStored } from './storage.ts';

type CoreTexts = typeof th;

/** All texts: those of the core, and those that each module adds to this interface. */
export interface AllTexts extends CoreTexts {}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: AllTexts };
  }
}

/** All texts of a page, or those it uses: the front page comes without those of the others. */
type Texts = Partial<AllTexts>;

/** The texts of a page in each language: those that come with it, and those it loads. */
type TextSource = Readonly<Record<Language, () => Texts | Promise<Texts>>>;

const sources = new Set<TextSource>();

async function loadTexts(language: Language): Promise<void> {
  await Promise.all(
    [...sources].map(async (source) => {
      i18next.addResourceBundle(language, 'translation', await source[language](), true);
    }),
  );
}

/** Texts that come with a page of its own, after the others. */
export async function addTexts(source: TextSource): Promise<void> {
  sources.add(source);
  // Thai is better than no page.
  await loadTexts(chooseLanguage(i18next.language)).catch(() => loadTexts('th'));
}

function showLanguage(language: Language): void {
  const { documentElement } = document;
  // Writing an unchanged value would make the browser recompute all styles.
  if (documentElement.lang !== language) documentElement.lang = language;
  setDefaultTitle(i18next.t('page.title'));
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute('content', i18next.t('page.description'));
}

/** Makes the texts of the visitor's language ready. Await it before rendering. */
export async function startI18n(source: TextSource): Promise<void> {
  sources.add(source);
  await i18next.use(initReactI18next).init({
    lng: 'th',
    fallbackLng: 'th',
    resources: {},
    // React escapes what it renders; escaping twice would show entities.
    interpolation: { escapeValue: false },
  });
  const language = chooseLanguage(readStored('language'));
  // Thai is better than no page.
  await setShownLanguage(language).catch(() => setShownLanguage('th'));
}

async function setShownLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  await i18next.changeLanguage(language);
  showLanguage(language);
}

/** Changes the language of the open page without a reload, and saves the choice. */
export async function setLanguage(language: Language): Promise<void> {
  await setShownLanguage(language);
  writeStored('language', language);
}
