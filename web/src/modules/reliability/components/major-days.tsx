import type { ReliabilityAnswer } from '../../../../../src/modules/reliability/contract.ts';
import { leastEventDays } from '../../../../../src/modules/reliability/major-event-days.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { FigureFormat } from '../figure-words.ts';

interface MajorDaysProps {
  total: ReliabilityAnswer['total'];
  format: FigureFormat;
}

/** Which days were out of the ordinary, or why that cannot be told. */
export function MajorDays({ total: { major_event_days: found }, format }: MajorDaysProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!found.is_applied) {
    return (
      <p className="text-muted text-sm">
        {t('reliability.major.too_few', {
          days: formatNumber(found.event_days, language),
          least: formatNumber(leastEventDays, language),
        })}
      </p>
    );
  }
  const threshold = format('saidi', found.threshold);
  if (found.days.length === 0) {
    return <p className="text-muted text-sm">{t('reliability.major.none', { threshold })}</p>;
  }
  const day = ({ date, saidi }: (typeof found.days)[number]) =>
    `${formatDate(`${date}T12:00:00+07:00`, language)} (${format('saidi', saidi)})`;
  return (
    <Notice kind="info" title={t('reliability.major.title')}>
      {t('reliability.major.days', { threshold, days: found.days.map(day).join(', ') })}
    </Notice>
  );
}
