/** The languages of the pages, in the order the switcher shows them. Thai is the default. */
export const languages = ['th', 'en'] as const;
export type Language = (typeof languages)[number];

/** The saved language, or Thai when nothing valid was saved. */
export function chooseLanguage(saved: string | null): Language {
  return languages.find((language) => language === saved) ?? 'th';
}
