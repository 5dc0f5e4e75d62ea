import { formatNumber } from '../format.ts';
import type { Language } from '../language.ts';
import type { DevicesAnswer } from './devices-query.ts';

/** The page's, or that of the picture before any script (early/first-answer.ts). */
type SayWell = (
  key: `attention.${'well' | 'well_heard' | 'waiting'}`,
  values: { count: number; number: string },
) => string;

/** What is said while no site is lost. Boards that were never heard prove nothing: they are waited for. */
export function sayWell(
  { all, unknown }: Pick<DevicesAnswer['counts'], 'all' | 'unknown'>,
  say: SayWell,
  language: Language,
): { readonly title: string; readonly text: string | null; readonly isWell: boolean } {
  const count = { count: unknown, number: formatNumber(unknown, language) };
  if (unknown === 0) return { title: say('attention.well', count), text: null, isWell: true };
  const waiting = say('attention.waiting', count);
  return unknown === all
    ? { title: waiting, text: null, isWell: false }
    : { title: say('attention.well_heard', count), text: waiting, isWell: true };
}
