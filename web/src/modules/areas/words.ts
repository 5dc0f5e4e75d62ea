import { addTexts } from '../../lib/i18n.ts';
import type th from './th.json';

type Words = typeof th;

declare module '../../lib/i18n.ts' {
  interface AllTexts extends Words {}
}

/** The module's words come with what shows them. */
await addTexts({
  th: async () => (await import('./th.json')).default,
  en: async () => (await import('./en.json')).default,
});
