/** The texts of what comes after power now. */
import { addTexts } from './lib/i18n.ts';

let added: Promise<void> | undefined;

/** Asks for them, once. Throws when they do not come. */
export function addMoreTexts(): Promise<void> {
  added ??= addTexts({
    th: async () => (await import('./portal-more-texts-th.ts')).default,
    en: async () => (await import('./portal-more-texts-en.ts')).default,
  });
  return added;
}
