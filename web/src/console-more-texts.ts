/** The texts of the console's pages but the first; each piece of code that has such a page imports this. */
import { addTexts } from './lib/i18n.ts';

await addTexts({
  th: async () => (await import('./console-more-texts-th.ts')).default,
  en: async () => (await import('./console-more-texts-en.ts')).default,
});
