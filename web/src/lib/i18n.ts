import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type th from '../locales/th.json';
import { setDefaultTitle } from './document-title.ts';
import { chooseLanguage, type Language } from './language.ts';
import { readStored, writeStored } from './storage.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof th };
  }
}

/** All texts of a page, or those it uses: the front page comes without those of the others. */
type Texts = Partial<typeof th>;

export interface TextSource {
  /** Thai comes with the page; everybody may need it. */
  th: Texts;
  loadEnglish: () => Promise<Texts>;
}

/** Those whose English is not here yet. */
const withoutEnglish = new Set<TextSource>();

/** Loads the texts of a language that did not come with the page. */
async function loadTexts(language: Language): Promise<void> {
  if (language === 'th') return;
  await Promise.all(
    [...withoutEnglish].map(async (source) => {
      addBundle(language, await source.loadEnglish());
      withoutEnglish.delete(source);
    }),
  );
}

function addBundle(language: Language, texts: Texts): void {
  i18next.addResourceBundle(language, 'translation', texts, true);
}

/** Texts that come with a page of its own, after the others. */
export async function addTexts(source: TextSource): Promise<void> {
  addBundle('th', source.th);
  withoutEnglish.add(source);
  await loadTexts(chooseLanguage(i18next.language)).catch(() => {
    // In Thai, which is better than no page.
  });
}

function showLanguage(language: Language): void {
  const { documentElement } = document;
  // To write what is there already makes a browser work out the style of every element anew.
  if (documentElement.lang !== language) documentElement.lang = language;
  setDefaultTitle(i18next.t('page.title'));
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute('content', i18next.t('page.description'));
}

/** Makes the texts of the visitor's language ready. Await it before rendering. */
export async function startI18n(source: TextSource): Promise<void> {
  withoutEnglish.add(source);
  await i18next.use(initReactI18next).init({
    lng: 'th',
    fallbackLng: 'th',
    resources: { th: { translation: source.th } },
    // React escapes what it renders; escaping twice would show entities.
    interpolation: { escapeValue: false },
  });
  const language = chooseLanguage(readStored('language'));
  // A failed load leaves the page in Thai, which is better than no page.
  await setShownLanguage(language).catch(() => showLanguage('th'));
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
