import type { Language } from './language.ts';

/**
 * A text with its values, `{{name}}`, in the form that `count` asks for: `minutes_one`, `minutes_other`.
 * @param find the text of one key
 * @returns undefined: there is no such text
 */
export function sayText(
  find: (key: string) => string | undefined,
  language: Language,
  key: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  // Thai has one form of each noun.
  const form = language === 'en' && values['count'] === 1 ? 'one' : 'other';
  const text = 'count' in values ? (find(`${key}_${form}`) ?? find(key)) : find(key);
  return text?.replace(/\{\{(\w+)\}\}/g, (all, name) => String(values[name] ?? all));
}
