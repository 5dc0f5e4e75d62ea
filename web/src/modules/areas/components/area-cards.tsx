import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, X } from 'lucide-react';
import { useId } from 'react';
import type { AreaOutageAnswer } from '../../../../../src/modules/areas/contract.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { areaOutagesQuery } from '../api/area-outages-query.ts';
import { areaLossOf } from '../area-loss.ts';
import { areaOutageWords } from '../area-outage-words.ts';

interface AreaCardsProps {
  /** The one whose sites are listed. */
  open?: number | undefined;
}

/** The area outages that go on, each leading to its sites. Nothing where there are none. */
export function AreaCards({ open }: AreaCardsProps) {
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
            <AreaOutage area={area} isOpen={area.id === open} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AreaOutage({ area, isOpen }: { area: AreaOutageAnswer; isOpen: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { cells, lost, healthy, back, began_at } = area;
  const number = (value: number) => formatNumber(value, language);
  return (
    <Card className={classNames('flex h-full flex-col gap-1 p-4', isOpen && 'border-accent!')}>
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
      <Link
        to="/admin/outages"
        search={isOpen ? {} : { area: area.id }}
        resetScroll={false}
        className={buttonClasses('secondary', 'mt-2 self-start', 'small')}
      >
        {isOpen
          ? t('area_outages.close')
          : t('area_outages.open', { count: lost - back, number: number(lost - back) })}
        {isOpen ? (
          <X aria-hidden="true" className="size-4" />
        ) : (
          <ChevronRight aria-hidden="true" className="size-4" />
        )}
      </Link>
    </Card>
  );
}
