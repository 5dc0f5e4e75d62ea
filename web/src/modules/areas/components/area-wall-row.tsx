import { useQuery } from '@tanstack/react-query';
import { formatNumber, formatSince } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { areaOutagesQuery } from '../api/area-outages-query.ts';
import { areaLossOf } from '../area-loss.ts';
import { areaOutageWords } from '../area-outage-words.ts';

/** An area outage on a screen on the wall. */
export function AreaWallRow({ id }: { id: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const area = useQuery(areaOutagesQuery).data?.data.find((one) => one.id === id);
  if (area === undefined) return null;
  const { cells, lost, healthy, back, began_at } = area;
  const loss = areaLossOf(area);
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-[3vmin] font-semibold text-[clamp(1.125rem,4vmin,3.25rem)]">
        <span className="min-w-0 break-words">
          {cells.length === 0 ? t('area_outages.unnamed') : cells.join(', ')}
        </span>
        <span className={loss === 'mains' ? 'text-mains-lost' : 'text-contact-lost'}>
          {t(areaOutageWords[loss])}
        </span>
      </p>
      <p className="text-[clamp(1rem,3vmin,2.5rem)] text-muted">
        {t('area_outages.lost', {
          lost: formatNumber(lost, language),
          sites: formatNumber(lost + healthy, language),
          time: formatSince(began_at.to, language),
        })}
        {back > 0 && ` · ${t('area_outages.back', { number: formatNumber(back, language) })}`}
      </p>
    </>
  );
}
