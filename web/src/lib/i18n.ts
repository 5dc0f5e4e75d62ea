import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import th from '../locales/th.json';
import { setDefaultTitle } from './document-title.ts';
import { chooseLanguage, type Language } from './language.ts';
import { readStored, writeStored } from './storage.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof th };
  }
}

/** Loads the texts of a language that did not come with the page; Thai always does. */
async function loadTexts(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const texts = await import('../locales/en.json');
  i18next.addResourceBundle(language, 'translation', texts.default);
}

function showLanguage(language: Language): void {
  document.documentElement.lang = language;
  setDefaultTitle(i18next.t('page.title'));
  document
    .querySelector('meta[name="description"]')
    ?.setAttribute('content', i18next.t('page.description'));
}

/** Makes the texts of the visitor's language ready. Await it before rendering. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'th',
    fallbackLng: 'th',
    resources: { th: { translation: th } },
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
