import type { TFunction } from 'i18next';
import type { FigureName } from '../../../../src/modules/reliability/figures.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

type Unit = 'minutes' | 'times' | 'percent';

/** What each figure is called, what it says, and its unit. */
export const figureWords = {
  saidi: { name: 'SAIDI', says: 'reliability.says.saidi', unit: 'minutes' },
  saifi: { name: 'SAIFI', says: 'reliability.says.saifi', unit: 'times' },
  caidi: { name: 'CAIDI', says: 'reliability.says.caidi', unit: 'minutes' },
  asai: { name: 'ASAI', says: 'reliability.says.asai', unit: 'percent' },
  maifi: { name: 'MAIFI', says: 'reliability.says.maifi', unit: 'times' },
  cemi_3: { name: 'CEMI-3', says: 'reliability.says.cemi_3', unit: 'percent' },
  cemi_6: { name: 'CEMI-6', says: 'reliability.says.cemi_6', unit: 'percent' },
  celid_4h: { name: 'CELID-s 4', says: 'reliability.says.celid_4h', unit: 'percent' },
  celid_8h: { name: 'CELID-s 8', says: 'reliability.says.celid_8h', unit: 'percent' },
  celid_total_12h: {
    name: 'CELID-t 12',
    says: 'reliability.says.celid_total_12h',
    unit: 'percent',
  },
  planned_saidi: { name: 'SAIDI', says: 'reliability.says.planned_saidi', unit: 'minutes' },
  planned_saifi: { name: 'SAIFI', says: 'reliability.says.planned_saifi', unit: 'times' },
} as const satisfies Record<FigureName, { name: string; says: string; unit: Unit }>;

/** `127.5 min`, `1.25`, `99.131%`; nothing where a figure has no value. */
export function createFigureFormat(t: TFunction, language: Language) {
  return (name: FigureName, value: number | null | undefined): string => {
    if (value === null || value === undefined) return '–';
    switch (figureWords[name].unit) {
      case 'minutes':
        return t('reliability.minutes', { value: formatNumber(value, language, 1) });
      case 'times':
        return formatNumber(value, language, 2);
      case 'percent':
        return `${formatNumber(value, language, name === 'asai' ? 4 : 1)}%`;
    }
  };
}

export type FigureFormat = ReturnType<typeof createFigureFormat>;
