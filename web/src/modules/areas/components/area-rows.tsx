import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkClasses } from '../../../components/console/links.tsx';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { areaOutagesQuery } from '../api/area-outages-query.ts';
import { areaLossOf } from '../area-loss.ts';
import { areaOutageWords } from '../area-outage-words.ts';

/** The area outages that go on, a line each, leading to their sites. */
export function AreaRows() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: list } = useQuery(areaOutagesQuery);
  if (list === undefined || list.data.length === 0) return null;
  return (
    <ul aria-label={t('area_outages.title')} className="divide-y divide-line border-line border-t">
      {list.data.map((area) => {
        const { id, cells, lost, healthy, began_at: began } = area;
        return (
          <li key={id} className="px-4 py-3 text-sm sm:px-5">
            <Link to="/admin/outages" search={{ area: id }} className={linkClasses}>
              {t(areaOutageWords[areaLossOf(area)])}:{' '}
              {cells.length === 0 ? t('area_outages.unnamed') : cells.join(', ')}
            </Link>
            <span className="text-muted">
              {' · '}
              {t('area_outages.lost', {
                lost: formatNumber(lost, language),
                sites: formatNumber(lost + healthy, language),
                time: formatTime(began.to),
              })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
