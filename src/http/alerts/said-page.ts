import type { AppError } from '../../domain/errors.ts';

/** What a page of words says after somebody posted a form. */
export const statusWords = [
  'asked',
  'follow',
  'unfollow',
  'wrong',
  'busy',
  'full',
  'gone',
] as const;
export type StatusWord = (typeof statusWords)[number];

const wordOf: Partial<Record<AppError['code'], StatusWord>> = {
  VALIDATION: 'wrong',
  RATE_LIMITED: 'busy',
  CONFLICT: 'full',
};

/** Where a form is led. */
export function saidPage(lang: string | null, said: StatusWord | AppError): string {
  const word = typeof said === 'string' ? said : (wordOf[said.code] ?? 'gone');
  return `/status/said?${new URLSearchParams({ what: word, ...(lang !== null && { lang }) })}`;
}
