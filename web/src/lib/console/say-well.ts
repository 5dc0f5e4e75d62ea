import type { TFunction } from 'i18next';
import { formatNumber } from '../format.ts';
import type { Language } from '../language.ts';
import type { DevicesAnswer } from './devices-query.ts';

/** What is said while no site is lost. Boards that were never heard prove nothing: they are waited for. */
export function sayWell(
  { all, unknown }: Pick<DevicesAnswer['counts'], 'all' | 'unknown'>,
  t: TFunction,
  language: Language,
): { readonly title: string; readonly text: string | null; readonly isWell: boolean } {
  if (unknown === 0) return { title: t('attention.well'), text: null, isWell: true };
  const count = { count: unknown, number: formatNumber(unknown, language) };
  const waiting = t('attention.waiting', count);
  return unknown === all
    ? { title: waiting, text: null, isWell: false }
    : { title: t('attention.well_heard'), text: waiting, isWell: true };
}
