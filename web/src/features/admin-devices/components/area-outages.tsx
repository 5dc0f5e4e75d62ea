import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AreaOutageAnswer } from '../../../../../src/contract/areas/area-outages.ts';
import { Card } from '../../../components/ui/card.tsx';
import { areaLossOf } from '../../../lib/area-loss.ts';
import { areaOutageWords } from '../../../lib/console/area-outage-words.ts';
import { areaOutagesQuery } from '../../../lib/console/area-outages-query.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';

/** The area outages that go on. Nothing where there are none. */
export function AreaOutages() {
  const { t } = useTranslation();
  const id = useId();
  const { data: list } = useQuery(areaOutagesQuery);
  if (list === undefined || list.data.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-semibold">
        {t('area_outages.title')}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {list.data.map((area) => (
          <li key={area.id}>
            <AreaOutage area={area} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AreaOutage({ area }: { area: AreaOutageAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { cells, lost, healthy, back, began_at } = area;
  const number = (value: number) => formatNumber(value, language);
  return (
    <Card className="flex flex-col gap-1 p-4">
      <p className="font-semibold">{t(areaOutageWords[areaLossOf(area)])}</p>
      <p>{cells.length === 0 ? t('area_outages.unnamed') : cells.join(', ')}</p>
      <p className="text-sm">
        {t('area_outages.lost', {
          lost: number(lost),
          sites: number(lost + healthy),
          time: formatDateTime(began_at.to, language),
        })}
      </p>
      {back > 0 && (
        <p className="text-muted text-sm">{t('area_outages.back', { number: number(back) })}</p>
      )}
    </Card>
  );
}
