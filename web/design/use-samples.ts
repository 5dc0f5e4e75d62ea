import { useLanguage } from '../src/lib/use-language.ts';
import samples from './samples.json';

/** Texts of the style page; apart from the locale files, so that no visitor loads them. */
export function useSamples() {
  return samples[useLanguage()];
}
