import type { Place } from '../../../../../src/domain/devices/place.ts';
import { useAreaName } from '../../../components/place/area-names.ts';
import { formatLocation } from '../../../lib/format-location.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';

/** What somebody said of where a site is; nothing: nobody did. */
export function usePlaceFacts({ cell, area, location }: Place): { term: string; value: string }[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const areaName = useAreaName(area);
  const facts = [
    { term: t('place.area'), value: areaName },
    { term: t('place.cell'), value: cell },
    {
      term: t('place.location.label'),
      value: location === null ? null : formatLocation(location, language),
    },
  ];
  return facts.flatMap(({ term, value }) => (value === null ? [] : [{ term, value }]));
}
